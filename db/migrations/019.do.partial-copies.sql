-- A post can be copied but for a part of it, such as a picture that stays at its source.
alter table parked_changes drop constraint parked_changes_kind_check;
alter table parked_changes add constraint parked_changes_kind_check check (kind in ('refused', 'offered', 'partial'));
