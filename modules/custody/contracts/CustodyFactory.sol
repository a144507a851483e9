// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {RealmCustody} from "./RealmCustody.sol";
import {IRealmCustody} from "./interfaces/IRealmCustody.sol";
import {TestUSD} from "./TestUSD.sol";

/// @title Creates one pool per realm at an address that follows from the realm's id
/// @notice A second creation for the same realm is refused, so creating is safe to repeat after a crash.
/// Only operators may create: otherwise anybody could take a realm's address with an admin of their own.
contract CustodyFactory is Ownable2Step {
    /// @notice The locked contract that every pool delegates to.
    address public immutable implementation;
    mapping(address account => bool) public isOperator;

    event RealmCreated(bytes32 indexed realmId, address indexed pool, address token, bool paper);
    event OperatorChanged(address indexed operator, bool enabled);

    error NotOperator(address caller);
    error RealmExists(bytes32 realmId, address pool);
    error NotAContract(address implementation);

    constructor(address implementation_, address admin, address operator) Ownable(admin) {
        if (implementation_.code.length == 0) revert NotAContract(implementation_);
        implementation = implementation_;
        isOperator[operator] = true;
        emit OperatorChanged(operator, true);
    }

    function setOperator(address operator, bool enabled) external onlyOwner {
        isOperator[operator] = enabled;
        emit OperatorChanged(operator, enabled);
    }

    /// @notice Clone and initialize in one transaction.
    /// @param limits What the pool is made with: the delay and the outflow cap.
    /// @param settler May be the operator.
    /// @param paper True also makes the pool a minter of `token`, which must be the `TestUSD` that trusts this factory.
    function createRealm(
        bytes32 realmId,
        bytes32 defaultBoundaryId,
        IERC20 token,
        address admin,
        address operator,
        address settler,
        bool paper,
        IRealmCustody.Limits calldata limits
    ) external returns (address pool) {
        if (!isOperator[msg.sender]) revert NotOperator(msg.sender);
        pool = poolOf(realmId);
        if (pool.code.length != 0) revert RealmExists(realmId, pool);
        Clones.cloneDeterministic(implementation, realmId);
        emit RealmCreated(realmId, pool, address(token), paper);
        if (paper) {
            TestUSD usd = TestUSD(address(token));
            usd.grantRole(usd.MINTER(), pool);
        }
        RealmCustody(pool).initialize(realmId, defaultBoundaryId, token, admin, operator, settler, paper, limits);
    }

    /// @notice Where the pool of a realm is or will be.
    function poolOf(bytes32 realmId) public view returns (address) {
        return Clones.predictDeterministicAddress(implementation, realmId);
    }
}
