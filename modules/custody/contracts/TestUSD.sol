// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title The money of paper realms
/// @notice Six decimals like the real one, worth nothing. Pools of paper realms and the faucet may mint.
contract TestUSD is ERC20, AccessControl {
    bytes32 public constant MINTER = keccak256("MINTER");
    /// @notice May name minters; held by the factory, which names the pools it creates.
    bytes32 public constant MINTER_MANAGER = keccak256("MINTER_MANAGER");

    /// @param faucet May mint and, as admin, appoint managers.
    constructor(address faucet, address factory) ERC20("Test USD", "tUSD") {
        _setRoleAdmin(MINTER, MINTER_MANAGER);
        _grantRole(DEFAULT_ADMIN_ROLE, faucet);
        _grantRole(MINTER, faucet);
        _grantRole(MINTER_MANAGER, factory);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 amount) external onlyRole(MINTER) {
        _mint(to, amount);
    }
}
