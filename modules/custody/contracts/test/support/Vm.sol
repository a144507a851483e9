// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title The cheat codes of forge that these tests use
/// @dev Declared here because forge-std is not published as a package by its authors.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
    function deal(address account, uint256 balance) external;
    function addr(uint256 privateKey) external pure returns (address);
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes calldata data) external;
    function assume(bool condition) external pure;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
    function envOr(string calldata name, uint256 fallbackValue) external view returns (uint256);
    function envOr(string calldata name, string calldata fallbackValue) external view returns (string memory);
    function readFile(string calldata path) external view returns (string memory);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function cool(address account) external;
    function label(address account, string calldata name) external;
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
