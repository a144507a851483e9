// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {RealmCustody} from "../../RealmCustody.sol";
import {RealmCustodyExtension} from "../../RealmCustodyExtension.sol";

/// @title A pool as its callers see it
/// @notice Both halves as one type. It compiles only as long as no function stands in both.
abstract contract Pool is RealmCustody, RealmCustodyExtension {}
