-- A right or a role that somebody holds cannot be deleted, like everything else that is in use.
alter table role_rights
  drop constraint role_rights_right_fkey, add foreign key ("right") references rights;
alter table user_rights
  drop constraint user_rights_right_fkey, add foreign key ("right") references rights;
alter table user_roles
  drop constraint user_roles_role_fkey, add foreign key (role) references roles;
