// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

/// The dearest batch there is: each boundary stands in it once, has a recovery key, and gets its first standing.
contract GasTest is World {
    uint256 private constant ITEMS = 200;
    uint40 private constant DELAY = 12 hours;
    /// What a transaction may use at most since EIP-7825, less what its data costs.
    uint256 private constant MOST = 16_777_216 - 21_000 - ITEMS * 160 * 16;

    function setUp() public {
        _build();
        for (uint256 i = 0; i < 2 * ITEMS; ++i) {
            _register(bytes32(i + 1), 0, address(0));
            _mint(bytes32(i + 1), 10);
            vm.prank(OPERATOR);
            pool.registerRecoveryKey(bytes32(i + 1), holder);
        }
        vm.warp(block.timestamp + 3 * DELAY);
    }

    function _limits() internal pure override returns (IRealmCustody.Limits memory) {
        return IRealmCustody.Limits(DELAY, type(uint128).max);
    }

    function test_theDearestBatchFitsATransaction() public {
        IRealmCustody.Settlement[] memory items = new IRealmCustody.Settlement[](ITEMS);
        for (uint256 i = 0; i < ITEMS; ++i) {
            items[i] = IRealmCustody.Settlement(uint64(i), bytes32(i), bytes32(i + 1), bytes32(i + ITEMS + 1), 1);
        }
        vm.prank(SETTLER);
        uint256 before = gasleft();
        pool.settleBatch(items);
        uint256 used = before - gasleft();
        emit Used(used / ITEMS);
        // Code that is not optimized says nothing.
        require(!_isCompiled() || used < MOST, "the dearest batch does not fit a transaction");
        require(pool.settlementOutcome(uint64(ITEMS - 1)) == IRealmCustody.Outcome.Executed, "settled");
    }

    event Used(uint256 gasPerItem);
}
