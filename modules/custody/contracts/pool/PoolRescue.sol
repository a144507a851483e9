// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {TokenHolder} from "../TokenHolder.sol";
import {PoolHolders} from "./PoolHolders.sol";

/// @title What came here by mistake
/// @notice Tokens that are not the pool's, and ether: nobody counts them, and without this they would lie here for ever. The
/// admin names where they go, in public, and they go after a delay. The pool's own token never goes this way.
abstract contract PoolRescue is PoolHolders {
    using SafeERC20 for IERC20;

    /// @notice Seconds that a rescue waits, or the safety delay, whichever is longer.
    uint40 public constant RESCUE_DELAY = 24 hours;

    /// @param rescueId Chosen by the admin; used once.
    /// @param rescue `ripeAt` is set here.
    function requestRescue(bytes32 rescueId, Rescue calldata rescue) external onlyAdmin {
        if (rescueId == bytes32(0)) revert ZeroId();
        if (_rescues[rescueId].to != address(0)) revert RescueKnown(rescueId);
        if (rescue.asset == address(token)) revert NotForeign(rescue.asset);
        if (rescue.amount == 0) revert ZeroAmount(rescueId);
        _requireDestination(rescue.to);
        if (rescue.boundaryId != bytes32(0)) _known(rescue.boundaryId);
        Rescue storage kept = _rescues[rescueId];
        (kept.asset, kept.to, kept.amount) = (rescue.asset, rescue.to, rescue.amount);
        (kept.boundaryId, kept.ref) = (rescue.boundaryId, rescue.ref);
        kept.ripeAt = uint40(block.timestamp) + _longer(RESCUE_DELAY, safetyDelay);
        emit RescueRequested(_nextSeq(), rescueId, kept.asset, kept.to, kept.amount, kept.ripeAt);
    }

    /// @notice The word of a guardian, or the admin's, against a rescue that waits.
    function cancelRescue(bytes32 rescueId) external {
        _onlyGuardian();
        _endRescue(rescueId);
        emit RescueCancelled(_nextSeq(), rescueId, msg.sender);
    }

    /// @notice Sends what was asked for. Anyone may; a halt stops it.
    function executeRescue(bytes32 rescueId) external whenRunning nonReentrant {
        Rescue memory rescue = _endRescue(rescueId);
        if (block.timestamp < rescue.ripeAt) revert RescueNotRipe(rescueId, rescue.ripeAt);
        emit Rescued(_nextSeq(), rescueId, rescue.asset, rescue.to, rescue.amount);
        if (rescue.boundaryId == bytes32(0)) {
            if (rescue.asset == address(0)) Address.sendValue(payable(rescue.to), rescue.amount);
            else IERC20(rescue.asset).safeTransfer(rescue.to, rescue.amount);
            return;
        }
        address holder = _holderAt(_depositSalt(rescue.boundaryId, rescue.ref));
        if (rescue.asset == address(0)) return TokenHolder(holder).releaseEther(payable(rescue.to), rescue.amount);
        TokenHolder(holder).release(IERC20(rescue.asset), rescue.amount);
        IERC20(rescue.asset).safeTransfer(rescue.to, rescue.amount);
    }

    /// @notice All zero when none has this id; `ripeAt` zero when it has ended.
    function rescueOf(bytes32 rescueId) external view returns (Rescue memory) {
        return _rescues[rescueId];
    }

    /// @dev Its id stays known.
    function _endRescue(bytes32 rescueId) private returns (Rescue memory rescue) {
        rescue = _rescues[rescueId];
        if (rescue.ripeAt == 0) revert NoRescuePending(rescueId);
        _rescues[rescueId].ripeAt = 0;
    }
}
