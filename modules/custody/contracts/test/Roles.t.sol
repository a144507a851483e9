// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

/// Settlers move books, operators pay out; whoever has one key cannot do the other's part.
contract RolesTest is World {
    uint128 private constant CAP = 100;
    uint40 private constant DELAY = 12 hours;
    bytes32 private constant LOOT = keccak256("the thief's own boundary");

    function setUp() public {
        _build();
        _mint(PLAIN, 1000);
        _mint(HELD, 1000);
        _fund(OBJECT, 100);
    }

    function _limits() internal pure override returns (IRealmCustody.Limits memory) {
        return IRealmCustody.Limits(DELAY, CAP);
    }

    function test_aThiefWithTheSettlersKeyTakesNothingOut() public {
        uint256 held = token.balanceOf(address(pool));
        vm.startPrank(SETTLER);
        pool.registerBoundary(LOOT, 0, SETTLER);
        pool.crossTransfer(IRealmCustody.Settlement(1, "one", PLAIN, LOOT, 800));
        bytes[] memory calls = _operatorsCalls(LOOT);
        for (uint256 i = 0; i < calls.length; ++i) {
            _refusedCall(calls[i], abi.encodeWithSelector(ICustodyErrors.NotOperator.selector, SETTLER));
        }
        _refusedCall(
            abi.encodeCall(pool.recoveryWithdraw, (LOOT, SETTLER)),
            abi.encodeWithSelector(ICustodyErrors.NotRecoveryKey.selector, LOOT, SETTLER)
        );
        _refusedCall(
            abi.encodeCall(pool.setOperator, (SETTLER, true)),
            abi.encodeWithSelector(ICustodyErrors.NotAdmin.selector, SETTLER)
        );
        vm.stopPrank();
        _same(token.balanceOf(address(pool)), held, "something left the pool");
    }

    function test_aThiefWithTheOperatorsKeyMovesNoBooksAndTakesTheCap() public {
        vm.startPrank(OPERATOR);
        bytes[] memory calls = _settlersCalls();
        for (uint256 i = 0; i < calls.length; ++i) {
            _refusedCall(calls[i], abi.encodeWithSelector(ICustodyErrors.NotSettler.selector, OPERATOR));
        }
        _refusedCall(
            abi.encodeCall(pool.fundVault, ("op", OBJECT, 1)),
            abi.encodeWithSelector(ICustodyErrors.NotSettlerOrAgent.selector, PLAIN, OPERATOR)
        );
        for (uint256 i = 0; i < 20; ++i) pool.withdraw(_id(), i % 2 == 0 ? PLAIN : HELD, STRANGER, 10);
        vm.stopPrank();
        _same(token.balanceOf(STRANGER), CAP, "stolen");
        _same(pool.contractTotal(), 2000 - CAP, "total");
    }

    function test_theAdminNamesAndDismissesSettlers() public {
        vm.startPrank(ADMIN);
        pool.setSettler(STRANGER, true);
        pool.setSettler(SETTLER, false);
        _refusedCall(
            abi.encodeCall(pool.setSettler, (address(0), true)),
            abi.encodeWithSelector(ICustodyErrors.ZeroAddress.selector)
        );
        vm.stopPrank();
        _refused(abi.encodeWithSelector(ICustodyErrors.NotSettler.selector, SETTLER));
        vm.prank(SETTLER);
        pool.registerBoundary(LOOT, 0, SETTLER);
        vm.prank(STRANGER);
        pool.registerBoundary(LOOT, 0, STRANGER);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotAdmin.selector, STRANGER));
        vm.prank(STRANGER);
        pool.setSettler(PAYEE, true);
    }

    /// Ids of withdrawals are the operator's to give up, those of deposits and vault moves the settler's.
    function test_operatorAndSettlerGiveIdsUpAndNobodyElse() public {
        bytes32[] memory ids = new bytes32[](1);
        ids[0] = "deposit";
        vm.prank(SETTLER);
        pool.voidOperations(ids);
        ids[0] = "withdrawal";
        vm.prank(OPERATOR);
        pool.voidOperations(ids);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotOperator.selector, STRANGER));
        vm.prank(STRANGER);
        pool.voidOperations(ids);
        require(pool.outcomeOf("deposit") == IRealmCustody.Outcome.Rejected, "the settler's");
        require(pool.outcomeOf("withdrawal") == IRealmCustody.Outcome.Rejected, "the operator's");
    }

    function test_aSettlerHalts() public {
        vm.prank(SETTLER);
        pool.halt();
        _refused(abi.encodeWithSelector(ICustodyErrors.NotAdmin.selector, SETTLER));
        vm.prank(SETTLER);
        pool.resume();
    }

    function _operatorsCalls(bytes32 from) private view returns (bytes[] memory calls) {
        calls = new bytes[](6);
        calls[0] = abi.encodeCall(pool.withdraw, ("op", from, SETTLER, 1));
        calls[1] = abi.encodeCall(pool.withdrawCosigned, ("op", ARMED, SETTLER, 1, block.timestamp, ""));
        calls[2] = abi.encodeCall(pool.requestExit, ("op", LOCKED, SETTLER, 1));
        calls[3] = abi.encodeCall(pool.requestExitCosigned, ("op", ARMED, SETTLER, 1, block.timestamp, ""));
        calls[4] = abi.encodeCall(pool.registerRecoveryKey, (from, SETTLER));
        calls[5] = abi.encodeCall(pool.setCosigner, (HELD, SETTLER));
    }

    function _settlersCalls() private view returns (bytes[] memory calls) {
        IRealmCustody.Settlement[] memory items = new IRealmCustody.Settlement[](1);
        items[0] = IRealmCustody.Settlement(1, "one", PLAIN, HELD, 1);
        IRealmCustody.SettlementId[] memory ids = new IRealmCustody.SettlementId[](1);
        calls = new bytes[](10);
        calls[0] = abi.encodeCall(pool.registerBoundary, (LOOT, 0, OPERATOR));
        calls[1] = abi.encodeCall(pool.setAgent, (PLAIN, OPERATOR));
        calls[2] = abi.encodeCall(pool.mintDeposit, ("op", PLAIN, 1));
        calls[3] = abi.encodeCall(pool.crossTransfer, (items[0]));
        calls[4] = abi.encodeCall(pool.crossTransferCosigned, (items[0], block.timestamp, ""));
        calls[5] = abi.encodeCall(pool.settleBatch, (items));
        calls[6] = abi.encodeCall(pool.voidSettlements, (ids));
        calls[7] = abi.encodeCall(pool.registerExchangeObject, ("object", HELD));
        calls[8] = abi.encodeCall(pool.settleVault, (1, "op", OBJECT, HOUSE, -1));
        calls[9] = abi.encodeCall(pool.attestObligations, (PLAIN, 1, 1));
    }

    function _refusedCall(bytes memory call, bytes memory reason) private {
        (bool done, bytes memory answer) = address(pool).call(call);
        require(!done && keccak256(answer) == keccak256(reason), "not refused, or for another reason");
    }
}
