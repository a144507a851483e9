// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolBase} from "./PoolBase.sol";

/// @title How much may leave at once
/// @notice A cap of the pool bounds what is paid out of it, a cap of a boundary also what it gives to other
/// boundaries. What is used of a cap frees itself evenly within `OUTFLOW_WINDOW`, so at most `limit` leaves at once
/// and at most twice `limit` within any window. Recovery keys know no cap.
abstract contract PoolOutflow is PoolBase {
    /// @notice Seconds.
    uint40 public constant OUTFLOW_WINDOW = 1 days;

    /// @dev What a pool is made with; both are told only where they restrict.
    function _limit(Limits calldata limits) internal {
        if (limits.safetyDelay != 0) {
            safetyDelay = limits.safetyDelay;
            emit SafetyDelaySet(_nextSeq(), limits.safetyDelay);
        }
        if (limits.outflowCap != type(uint128).max) _setCap(_caps[bytes32(0)], bytes32(0), limits.outflowCap);
    }

    /// @dev Counts what leaves the pool for good, at both caps or at neither.
    /// @return Whether it fits.
    function _takeOutflow(bytes32 boundaryId, uint128 amount) internal returns (bool) {
        OutflowCap storage whole = _caps[bytes32(0)];
        OutflowCap storage own = _caps[boundaryId];
        if (!_fits(whole, amount) || !_fits(own, amount)) return false;
        _use(whole, amount);
        _use(own, amount);
        return true;
    }

    /// @dev Whether a boundary may give this much away now.
    function _fits(OutflowCap storage cap, uint128 amount) internal view returns (bool) {
        if (!cap.capped) return true;
        (uint128 limit, uint128 used) = _state(cap);
        return uint256(used) + amount <= limit;
    }

    /// @dev The caller has seen that it fits.
    function _use(OutflowCap storage cap, uint128 amount) internal {
        if (!cap.capped) return;
        (uint128 limit, uint128 used) = _state(cap);
        (cap.limit, cap.used, cap.usedAt) = (limit, used + amount, uint40(block.timestamp));
    }

    /// @dev What was used frees itself under the stored limit: a raise frees nothing for the time before it.
    function _state(OutflowCap storage cap) internal view returns (uint128 limit, uint128 used) {
        if (!cap.capped) return (type(uint128).max, 0);
        limit = cap.limit;
        uint256 freed = uint256(limit) * (block.timestamp - cap.usedAt) / OUTFLOW_WINDOW;
        used = cap.used;
        used = used > freed ? used - uint128(freed) : 0;
        if (cap.raisedAt != 0 && cap.raisedAt <= block.timestamp) limit = cap.nextLimit;
    }

    function _setCap(OutflowCap storage cap, bytes32 boundaryId, uint128 limit) internal {
        // Else a cap that was lowered far would let nothing out for much longer than a window.
        if (cap.used > limit) cap.used = limit;
        (cap.limit, cap.capped) = (limit, true);
        (cap.nextLimit, cap.raisedAt) = (0, 0);
        emit OutflowCapChanged(_nextSeq(), boundaryId, limit, uint40(block.timestamp));
    }
}
