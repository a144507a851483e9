// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title A token that can be told to misbehave
contract HostileToken is ERC20 {
    /// Base units that vanish from every transfer.
    uint256 public fee;
    bool public answersFalse;
    /// Neither gets nor gives, as of issuers who freeze.
    address public refuses;
    address private _callback;
    bytes private _callbackData;
    bool public callbackSucceeded;
    bytes public callbackAnswer;

    constructor() ERC20("Hostile", "HST") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function burn(address from, uint256 amount) external {
        _burn(from, amount);
    }

    function setFee(uint256 fee_) external {
        fee = fee_;
    }

    function setAnswersFalse(bool on) external {
        answersFalse = on;
    }

    function setRefuses(address account) external {
        refuses = account;
    }

    /// Calls `target` in the middle of the next transfer.
    function setCallback(address target, bytes calldata data) external {
        _callback = target;
        _callbackData = data;
        callbackSucceeded = false;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        if (answersFalse) return false;
        return super.transfer(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (answersFalse) return false;
        return super.transferFrom(from, to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        require(refuses == address(0) || (to != refuses && from != refuses), "refused");
        require(amount != 0, "nothing");
        if (_callback != address(0)) {
            address target = _callback;
            _callback = address(0);
            (callbackSucceeded, callbackAnswer) = target.call(_callbackData);
        }
        super._update(from, to, amount);
        if (fee != 0 && from != address(0) && to != address(0)) super._update(to, address(0), fee);
    }
}

/// @title A co-signer that is a contract
contract ContractCosigner {
    address private immutable _owner;

    constructor(address owner) {
        _owner = owner;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(hash, signature);
        return failure == ECDSA.RecoverError.NoError && signer == _owner ? this.isValidSignature.selector : bytes4(0);
    }
}
