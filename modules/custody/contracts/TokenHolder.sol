// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title A place for tokens that obeys one pool
/// @notice Deposit addresses and vaults are clones of it at CREATE2 addresses, so they can receive before they
/// exist. The pool is part of a clone's code: there is no storage, nothing to initialize and nothing to take over.
contract TokenHolder {
    using SafeERC20 for IERC20;

    error NotPool(address caller, address pool);

    /// @notice The pool whose tokens these are. Only answers on clones.
    function pool() public view returns (address) {
        return abi.decode(Clones.fetchCloneArgs(address(this)), (address));
    }

    /// @notice Hands tokens to the pool that made this holder, and to nobody else.
    /// @param amount Base units.
    function release(IERC20 token, uint256 amount) external {
        token.safeTransfer(_onlyPool(), amount);
    }

    /// @notice Sends ether that was paid here by mistake where the pool says. The pool takes none.
    /// @param amount Wei.
    function releaseEther(address payable to, uint256 amount) external {
        _onlyPool();
        Address.sendValue(to, amount);
    }

    function _onlyPool() private view returns (address owner) {
        owner = pool();
        if (msg.sender != owner) revert NotPool(msg.sender, owner);
    }
}
