// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolOutflow} from "./PoolOutflow.sol";

/// @title Setting the caps of what leaves at once
abstract contract PoolCaps is PoolOutflow {
    /// @notice Lower: at once. Higher: after `safetyDelay`, unless a guardian takes it back.
    /// @param boundaryId Zero for the pool.
    /// @param limit Base units; 0: all that leaves waits.
    function setOutflowCap(bytes32 boundaryId, uint128 limit) external onlyAdmin {
        if (boundaryId != bytes32(0)) _known(boundaryId);
        OutflowCap storage cap = _caps[boundaryId];
        (uint128 current, uint128 used) = _state(cap);
        // Freed up to here under the limit of before.
        cap.used = used;
        cap.usedAt = uint40(block.timestamp);
        cap.limit = current;
        if (limit > current && safetyDelay != 0) {
            uint40 raisedAt = uint40(block.timestamp) + safetyDelay;
            (cap.nextLimit, cap.raisedAt) = (limit, raisedAt);
            emit OutflowCapChanged(_nextSeq(), boundaryId, limit, raisedAt);
            return;
        }
        _setCap(cap, boundaryId, limit);
    }

    /// @notice A guardian's word, or the admin's, against a raise that waits.
    function cancelOutflowRaise(bytes32 boundaryId) external {
        _onlyGuardian();
        OutflowCap storage cap = _caps[boundaryId];
        if (cap.raisedAt <= block.timestamp) revert NoRaisePending(boundaryId);
        _setCap(cap, boundaryId, cap.limit);
    }

    /// @notice What may leave of the pool (zero) or a boundary.
    /// @return limit The largest number without a cap.
    /// @return left What may leave now.
    /// @return nextLimit What a raise that waits makes of `limit` at `raisedAt`; both 0 without one.
    function outflowOf(bytes32 boundaryId)
        external
        view
        returns (uint128 limit, uint128 left, uint128 nextLimit, uint40 raisedAt)
    {
        OutflowCap storage cap = _caps[boundaryId];
        uint128 used;
        (limit, used) = _state(cap);
        left = used < limit ? limit - used : 0;
        if (cap.raisedAt > block.timestamp) (nextLimit, raisedAt) = (cap.nextLimit, cap.raisedAt);
    }
}
