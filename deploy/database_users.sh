#!/bin/bash
# Makes the two users that production asks for, when the database is created: the owner of the
# tables, and the user of server and workers, which cannot drop the triggers of the journal. The
# image of MariaDB has to read this file, not execute it, to know docker_process_sql: it stays
# without the right to be executed.
docker_process_sql <<SQL
CREATE USER '$DB_MIGRATION_USER'@'%' IDENTIFIED BY '$DB_MIGRATION_PASSWORD' REQUIRE SSL;
GRANT ALL PRIVILEGES ON \`$MARIADB_DATABASE\`.* TO '$DB_MIGRATION_USER'@'%';
CREATE USER '$DB_USER'@'%' IDENTIFIED BY '$DB_PASSWORD' REQUIRE SSL;
GRANT SELECT, INSERT, UPDATE, DELETE ON \`$MARIADB_DATABASE\`.* TO '$DB_USER'@'%';
SQL
