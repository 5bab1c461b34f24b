-- Lists of records find the collection points that partners named, for each record of a page.
create index places_by_name on places (name);
