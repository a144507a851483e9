"""What a Python program does first, with the client that openapi-python-client has generated."""

import json
import os

from ledger_and_custody_service_client import AuthenticatedClient, Client
from ledger_and_custody_service_client.api.authentication import create_dev_id_token, sign_in
from ledger_and_custody_service_client.api.ledger import (
    create_object,
    create_realm,
    create_transfer,
    fund_account,
    get_operation,
    list_objects,
)
from ledger_and_custody_service_client.models import (
    CreateDevIdTokenRequest,
    CreateObjectRequest,
    CreateRealmRequest,
    CreateTransferRequest,
    FundAccountRequest,
    SignInRequest,
)

BASE_URL = os.environ["BASE_URL"]
EMAIL = os.environ["EMAIL"]


def settled(client, operation):
    """Waits until an operation is no longer pending."""
    while True:
        read = get_operation.sync(client=client, id=operation.id)
        if read.data.operation.state != "pending":
            return read.data.operation


guest = Client(base_url=BASE_URL)
person = CreateDevIdTokenRequest(email=EMAIL, name="Ada")
identity = create_dev_id_token.sync(client=guest, body=person)
session = sign_in.sync(
    client=guest,
    body=SignInRequest(google_id_token=identity.id_token, org_name="Analytical Engines"),
)
client = AuthenticatedClient(base_url=BASE_URL, token=session.data.token)

realm = create_realm.sync(client=client, body=CreateRealmRequest(name="Python")).data
for path in ("/users/ada", "/users/bob"):
    made = create_object.sync(client=client, body=CreateObjectRequest(realm_id=realm.id, path=path))
    settled(client, made.data.operation)
deposit = fund_account.sync(
    client=client,
    body=FundAccountRequest(realm_id=realm.id, object_path="/users/ada", amount="100.00"),
    idempotency_key="python-deposit",
)
settled(client, deposit.data.operation)

rent = CreateTransferRequest(
    realm_id=realm.id,
    path="/op/rent",
    source_object_path="/users/ada",
    target_object_path="/users/bob",
    amount="25.00",
)
first = create_transfer.sync_detailed(client=client, body=rent)
again = create_transfer.sync_detailed(client=client, body=rent)
rent.path, rent.amount = "/op/too-much", "1000.00"
refused = create_transfer.sync_detailed(client=client, body=rent)
objects = list_objects.sync(client=client, realm_id=realm.id)

print(
    json.dumps(
        {
            "outcome": json.loads(first.parsed.data.operation.outcome),
            "replayed": again.headers.get("idempotent-replayed"),
            "once": first.parsed.data.operation.id == again.parsed.data.operation.id,
            "refusal": [refused.status_code, refused.parsed.error.code],
            "objects": sorted(each.path for each in objects.data.objects),
        }
    )
)
