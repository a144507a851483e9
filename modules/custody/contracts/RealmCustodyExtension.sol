// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolCaps} from "./pool/PoolCaps.sol";
import {PoolInheritance} from "./pool/PoolInheritance.sol";
import {PoolRecovery} from "./pool/PoolRecovery.sol";
import {PoolRoles} from "./pool/PoolRoles.sol";

/// @title What a pool can do, and seldom does
/// @notice `RealmCustody` delegates to it whatever it does not know itself, so all of this is called at the address of a
/// pool. Called at its own address it refuses: nobody has a role there, and it holds nothing.
/// @dev A contract may have 24,576 bytes (EIP-170). Its storage is that of the pool: both take it from
/// `RealmCustodyStorage`, first and whole, and `artifacts.spec` compares every slot.
contract RealmCustodyExtension is PoolRoles, PoolCaps, PoolInheritance, PoolRecovery {}
