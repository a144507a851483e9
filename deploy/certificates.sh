#!/bin/sh
# Makes an authority of your own in deploy/certificates, and a certificate each for the database and
# for Redis of compose.yaml. Production connects to neither without one.
set -eu
umask 077
mkdir -p "$(dirname "$0")/certificates"
cd "$(dirname "$0")/certificates"
[ -e authority.pem ] || openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj /CN=ledger-custody \
  -keyout authority.key -out authority.pem
for name in database redis; do
  openssl req -newkey rsa:3072 -nodes -subj "/CN=$name" -keyout "$name.key" -out "$name.csr"
  echo "subjectAltName=DNS:$name" > "$name.ext"
  openssl x509 -req -in "$name.csr" -days 825 -CA authority.pem -CAkey authority.key -CAcreateserial \
    -extfile "$name.ext" -out "$name.pem"
  rm "$name.csr" "$name.ext"
done
chmod 755 .
chmod 644 ./*.pem
# Both images run as user 999, which has to read its key and nobody else.
chown 999 database.key redis.key
