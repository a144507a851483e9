// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {TestUSD} from "../TestUSD.sol";
import {PoolHolders} from "./PoolHolders.sol";

/// @title How value comes in
/// @notice A boundary is credited with what arrived, never with what was announced. A halt stops minting only:
/// real value that arrives is always given to its owner.
abstract contract PoolDeposits is PoolHolders {
    using SafeERC20 for IERC20;

    /// @notice Paper realms only: mints test money into the pool and credits it, both or nothing.
    /// @param opId Single-outcome id of the deposit.
    function mintDeposit(bytes32 opId, bytes32 boundaryId, uint128 amount)
        external
        onlySettler
        whenRunning
        nonReentrant
    {
        if (!_counters.paper) revert NotPaper();
        _execute(opId);
        if (amount == 0) revert ZeroAmount(opId);
        _credit(boundaryId, opId, amount, CreditKind.Minted);
        TestUSD(address(token)).mint(address(this), amount);
    }

    /// @notice Pulls tokens of the caller, who has approved the pool.
    /// @param ref Free text of the payer for the event. Anybody may use any: it proves nothing.
    function deposit(bytes32 boundaryId, uint128 amount, bytes32 ref) external nonReentrant {
        _known(boundaryId);
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint128 arrived = SafeCast.toUint128(token.balanceOf(address(this)) - before);
        if (arrived == 0) revert ZeroAmount(ref);
        _credit(boundaryId, ref, arrived, CreditKind.Pulled);
    }

    /// @notice Where to pay for one intent. The address commits to the boundary, so nobody can credit the money
    /// elsewhere; it never expires and takes any number of payments.
    function depositAddress(bytes32 boundaryId, bytes32 ref) public view returns (address) {
        return _holderAddress(_depositSalt(boundaryId, ref));
    }

    /// @notice Credits what lies at a deposit address. Anyone may; the money can go nowhere else. One in a call, so that an
    /// address whose tokens cannot move holds up no other.
    function sweepDeposit(bytes32 boundaryId, bytes32 ref) external nonReentrant {
        _known(boundaryId);
        bytes32 salt = _depositSalt(boundaryId, ref);
        address holder = _holderAddress(salt);
        uint256 lying = token.balanceOf(holder);
        if (lying == 0) revert NothingToSweep(holder);
        if (holder.code.length == 0) _deployHolder(salt);
        uint256 arrived = _collect(holder, lying);
        _credit(boundaryId, ref, SafeCast.toUint128(arrived), CreditKind.Swept);
    }

    /// @notice Gives stray tokens of the pool to a boundary. The admin decides: they belong to an unknown sender.
    /// @param amount At most what the pool holds beyond what is attributed.
    function creditUnattributed(bytes32 opId, bytes32 boundaryId, uint128 amount) external onlyAdmin nonReentrant {
        _execute(opId);
        if (amount == 0) revert ZeroAmount(opId);
        uint256 stray = unattributed();
        if (amount > stray) revert ExceedsUnattributed(stray, amount);
        _credit(boundaryId, opId, amount, CreditKind.Unattributed);
    }

    /// @notice Tokens in the pool that no boundary owns; 0 when the pool does not cover its boundaries.
    function unattributed() public view returns (uint256) {
        uint256 attributed = _counters.total - vaultedTotal;
        uint256 held = token.balanceOf(address(this));
        return held > attributed ? held - attributed : 0;
    }
}
