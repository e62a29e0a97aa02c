-- The right of users whose assistants may publish. No role has it.

insert into rights (type, name, description)
select id, 'Assistant publish', 'Let assistants that act for the user publish' from right_types
where name = 'Access control layer'
on conflict do nothing;
