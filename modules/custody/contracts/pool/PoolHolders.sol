// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {TokenHolder} from "../TokenHolder.sol";
import {PoolBase} from "./PoolBase.sol";

/// @title The CREATE2 addresses that belong to a pool
abstract contract PoolHolders is PoolBase {
    /// @notice The code that deposit addresses and vaults delegate to.
    address public immutable holderImplementation;

    constructor() {
        holderImplementation = address(new TokenHolder());
    }

    function _holderAddress(bytes32 salt) internal view returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(
            holderImplementation, abi.encode(address(this)), salt, address(this)
        );
    }

    function _deployHolder(bytes32 salt) internal returns (address) {
        return Clones.cloneDeterministicWithImmutableArgs(holderImplementation, abi.encode(address(this)), salt);
    }

    function _depositSalt(bytes32 boundaryId, bytes32 ref) internal pure returns (bytes32) {
        return keccak256(abi.encode("deposit", boundaryId, ref));
    }

    /// @dev The holder of a salt, made when it is not there yet.
    function _holderAt(bytes32 salt) internal returns (address holder) {
        holder = _holderAddress(salt);
        if (holder.code.length == 0) _deployHolder(salt);
    }

    /// @dev Brings tokens home and tells how many arrived, which is what counts.
    function _collect(address holder, uint256 amount) internal returns (uint256 arrived) {
        uint256 before = token.balanceOf(address(this));
        TokenHolder(holder).release(token, amount);
        arrived = token.balanceOf(address(this)) - before;
    }
}
