// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolOutflow} from "./PoolOutflow.sol";

/// @title Moving value from one boundary to another
abstract contract PoolTransfers is PoolOutflow {
    /// @dev The caller has judged. The total does not change.
    function _move(Settlement calldata item, uint40 period) internal {
        Entry storage from = _boundaries[item.fromId];
        Entry storage to = _boundaries[item.toId];
        _note(from, item.fromId, period);
        _note(to, item.toId, period);
        uint128 fromAfter = from.balance - item.amount;
        uint128 toAfter = to.balance + item.amount;
        from.balance = fromAfter;
        _use(_caps[item.fromId], item.amount);
        to.balance = toAfter;
        emit Settled(
            _nextSeq(), item.opSeq, item.opId, item.fromId, item.toId, item.amount, fromAfter, toAfter
        );
    }
}
