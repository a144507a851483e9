#!/usr/bin/env bash
# The five-minute tour of README.md, block by block.
set -euo pipefail

BASE=${BASE:-http://127.0.0.1:3333}
JSON='content-type: application/json'
field() { node -pe "JSON.parse(require('fs').readFileSync(0)).$1"; }

ID_TOKEN=$(curl -s $BASE/dev/identity/token -H "$JSON" -d '{"email":"ada@example.com","name":"Ada"}' | field idToken)
TOKEN=$(curl -s $BASE/api/v1/auth/google -H "$JSON" -d '{"googleIdToken":"'$ID_TOKEN'","orgName":"Analytical Engines"}' | field data.token)
AUTH="authorization: Bearer $TOKEN"
curl -s $BASE/api/v1/auth/me -H "$AUTH"

settled() { until STATE=$(curl -s $BASE/api/v1/operations/$1 -H "$AUTH" | field data.operation.state); [ "$STATE" != pending ]; do sleep 0.2; done; echo $STATE; }
REALM=$(curl -s $BASE/api/v1/realms -H "$AUTH" -H "$JSON" -H "Idempotency-Key: tour-realm" -d '{"name":"First realm"}' | field data.id)
ADA=$(curl -s $BASE/api/v1/objects -H "$AUTH" -H "$JSON" -H "Idempotency-Key: tour-ada" -d '{"realmId":"'$REALM'","path":"/users/ada/wallet"}' | field data.operation.id)
BOB=$(curl -s $BASE/api/v1/objects -H "$AUTH" -H "$JSON" -H "Idempotency-Key: tour-bob" -d '{"realmId":"'$REALM'","path":"/users/bob/wallet"}' | field data.operation.id)
settled $ADA
settled $BOB

DEPOSIT=$(curl -s $BASE/api/v1/fund-account -H "$AUTH" -H "$JSON" -H "Idempotency-Key: tour-deposit" -d '{"realmId":"'$REALM'","objectPath":"/users/ada/wallet","amount":"100.00"}' | field data.operation.id)
settled $DEPOSIT
curl -s $BASE/api/v1/operations/$DEPOSIT -H "$AUTH" | field data.operation.outcome

TRANSFER=$(curl -s $BASE/api/v1/transfer -H "$AUTH" -H "$JSON" -H "Idempotency-Key: tour-rent" -d '{"realmId":"'$REALM'","path":"/op/rent/2026-11","sourceObjectPath":"/users/ada/wallet","targetObjectPath":"/users/bob/wallet","amount":"25.00"}')
echo "$TRANSFER" | field data.operation.outcome
curl -s -o /dev/null -w '%header{idempotent-replayed}\n' $BASE/api/v1/transfer -H "$AUTH" -H "$JSON" -H "Idempotency-Key: tour-rent" -d '{"realmId":"'$REALM'","path":"/op/rent/2026-11","sourceObjectPath":"/users/ada/wallet","targetObjectPath":"/users/bob/wallet","amount":"25.00"}'

OPERATION=$(echo "$TRANSFER" | field data.operation.id)
curl -s "$BASE/api/v1/operations/$OPERATION?includeEvidence=true" -H "$AUTH" | field 'data.evidence.journal.legs.map((leg) => leg.kind.padEnd(10) + leg.amount).join("\n")'

KEY=$(curl -s $BASE/api/v1/api-keys -H "$AUTH" -H "$JSON" -H "Idempotency-Key: tour-reports" -d '{"name":"Reports","realmId":"'$REALM'","permissions":"read"}' | field data.rawKey)
curl -s "$BASE/api/v1/summary?realmId=$REALM" -H "authorization: Bearer $KEY" | field data.objectCount
curl -s $BASE/api/v1/transfer -H "authorization: Bearer $KEY" -H "$JSON" -H "Idempotency-Key: tour-theft" -d '{"realmId":"'$REALM'","sourceObjectPath":"/users/bob/wallet","targetObjectPath":"/users/ada/wallet","amount":"1.00"}' | field error.message

curl -s "$BASE/api/v1/objects/aggregate?realmId=$REALM&prefix=/users/" -H "$AUTH" | field data.totalEquityUsd
curl -s "$BASE/api/v1/custody/status?realmId=$REALM" -H "$AUTH" | field contractAddress
curl -s $BASE/api/v1/exchange/market/mids -H "$AUTH" | field 'data.mids["vn:0:BTC"]'

curl -s $BASE/api/v1/isolation-zones -H "$AUTH" -H "$JSON" -H "Idempotency-Key: tour-vault" -d '{"realmId":"'$REALM'","path":"/vault"}' | field data.path
VAULT=$(curl -s $BASE/api/v1/objects -H "$AUTH" -H "$JSON" -H "Idempotency-Key: tour-vault-ada" -d '{"realmId":"'$REALM'","path":"/vault/ada"}' | field data.operation.id)
settled $VAULT
CROSSING=$(curl -s $BASE/api/v1/transfer -H "$AUTH" -H "$JSON" -H "Idempotency-Key: tour-save" -d '{"realmId":"'$REALM'","sourceObjectPath":"/users/ada/wallet","targetObjectPath":"/vault/ada","amount":"10.00"}' | field data.operation.id)
settled $CROSSING
curl -s "$BASE/api/v1/operations/$CROSSING?includeEvidence=true" -H "$AUTH" | field data.evidence.journal.chainTransactions[0].txHash
curl -s "$BASE/api/v1/custody/boundary-balance-sheet?realmId=$REALM" -H "$AUTH" | field boundarySum

curl -s $BASE/api/v1/payment-links -H "$AUTH" -H "$JSON" -H "Idempotency-Key: tour-link" -d '{"realmId":"'$REALM'","type":"deposit","objectPath":"/users/ada/wallet","amount":"25.00"}' | field data.paymentLink.url
