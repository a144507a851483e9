// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {Vm, vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

contract SettlementsTest is World {
    uint64 private constant JUMP = 1 << 20;

    function setUp() public {
        _build();
        _mint(PLAIN, 1000);
        _mint(ARMED, 1000);
        _mint(LOCKED, 1000);
    }

    function testFuzz_aTransferMovesExactlyItsAmount(uint128 amount, uint64 opSeq) public {
        amount = 1 + amount % 1000;
        opSeq %= JUMP + 1;
        vm.prank(SETTLER);
        pool.crossTransfer(_item(opSeq, PLAIN, HELD, amount));
        _same(_balance(PLAIN), 1000 - amount, "source");
        _same(_balance(HELD), amount, "target");
        _same(pool.contractTotal(), 3000, "total");
        _is(opSeq, IRealmCustody.Outcome.Executed);
        _same(pool.highestOpSeq(), opSeq, "highest");
    }

    function testFuzz_aNumberIsExecutedOnceWhicheverWayItComesIn(uint64 opSeq) public {
        opSeq %= JUMP + 1;
        IRealmCustody.Settlement memory item = _item(opSeq, PLAIN, HELD, 10);
        vm.prank(SETTLER);
        pool.crossTransfer(item);
        bytes memory known = abi.encodeWithSelector(
            ICustodyErrors.SettlementKnown.selector, opSeq, IRealmCustody.Outcome.Executed
        );
        _refused(known);
        vm.prank(SETTLER);
        pool.crossTransfer(item);
        _settle(item);
        _settle(item);
        _same(_balance(HELD), 10, "executed again");
        vm.prank(SETTLER);
        pool.voidSettlements(_number(opSeq));
        _is(opSeq, IRealmCustody.Outcome.Executed);
        _refused(known);
        vm.prank(SETTLER);
        pool.settleVault(opSeq, "op", OBJECT, HOUSE, 1);
    }

    /// Neighbours in one slot, and the same place in the next slots, are different numbers.
    function testFuzz_numbersDoNotTouchEachOther(uint64 opSeq) public {
        opSeq %= JUMP - 256;
        vm.prank(SETTLER);
        pool.voidSettlements(_number(opSeq));
        uint64[5] memory distances = [uint64(1), 2, 127, 128, 256];
        for (uint256 i = 0; i < distances.length; ++i) {
            _is(opSeq + distances[i], IRealmCustody.Outcome.None);
            _settle(_item(opSeq + distances[i], PLAIN, HELD, 10));
            _is(opSeq + distances[i], IRealmCustody.Outcome.Executed);
        }
        _is(opSeq, IRealmCustody.Outcome.Rejected);
        _same(_balance(HELD), 50, "settled");
    }

    /// Whoever has a settler's key does not use up the numbers of all times.
    function test_aNumberFarAboveTheHighestIsRefusedInEachWay() public {
        _settle(_item(7, PLAIN, HELD, 10));
        bytes memory tooFar = abi.encodeWithSelector(ICustodyErrors.NumberTooFar.selector, 8 + JUMP, uint64(7));
        _refuse(_item(8 + JUMP, PLAIN, HELD, 10), tooFar);
        IRealmCustody.Settlement[] memory items = new IRealmCustody.Settlement[](1);
        items[0] = _item(8 + JUMP, PLAIN, HELD, 10);
        _refused(tooFar);
        vm.prank(SETTLER);
        pool.settleBatch(items);
        _refused(tooFar);
        vm.prank(SETTLER);
        pool.voidSettlements(_number(8 + JUMP));
        _settle(_item(7 + JUMP, PLAIN, HELD, 10));
        _same(pool.highestOpSeq(), 7 + JUMP, "highest");
        _settle(_item(8, PLAIN, HELD, 10));
        _same(pool.highestOpSeq(), 7 + JUMP, "a lower number is as good as ever");
        _same(_balance(HELD), 30, "settled");
    }

    function test_aVoidedNumberIsNeverExecuted() public {
        vm.prank(SETTLER);
        pool.voidSettlements(_number(7));
        _settle(_item(7, PLAIN, HELD, 10));
        _same(_balance(HELD), 0, "executed after it was voided");
        _is(7, IRealmCustody.Outcome.Rejected);
    }

    function test_aVoidedOperationIsNeverExecuted() public {
        bytes32[] memory ids = new bytes32[](1);
        ids[0] = "op";
        vm.prank(SETTLER);
        pool.voidOperations(ids);
        _refused(
            abi.encodeWithSelector(
                ICustodyErrors.OperationKnown.selector, bytes32("op"), IRealmCustody.Outcome.Rejected
            )
        );
        vm.prank(OPERATOR);
        pool.withdraw("op", PLAIN, PAYEE, 1);
    }

    function test_aBatchRejectsWhatItMustAndSettlesTheRest() public {
        _mint(HELD, 1000);
        vm.prank(holder);
        pool.lock(HELD);
        IRealmCustody.Settlement[] memory items = new IRealmCustody.Settlement[](9);
        items[0] = _item(1, "nobody", PLAIN, 10);
        items[1] = _item(2, HELD, PLAIN, 10);
        items[2] = _item(3, PLAIN, HELD, 10);
        items[3] = _item(4, LOCKED, PLAIN, 10);
        items[4] = _item(5, ARMED, PLAIN, 10);
        items[5] = _item(6, PLAIN, HOUSE, 1001);
        items[6] = _item(7, PLAIN, HOUSE, 0);
        items[7] = _item(8, PLAIN, PLAIN, 10);
        items[8] = _item(9, PLAIN, HOUSE, 1000);
        vm.prank(SETTLER);
        pool.settleBatch(items);
        for (uint64 opSeq = 1; opSeq < 9; ++opSeq) _is(opSeq, IRealmCustody.Outcome.Rejected);
        _is(9, IRealmCustody.Outcome.Executed);
        _same(_balance(PLAIN), 0, "the whole balance moves");
        _same(_balance(HOUSE), 1000, "target");
        _same(_balance(HELD), 1000, "frozen");
    }

    function test_aBatchHasALargestSize() public {
        _refused(abi.encodeWithSelector(ICustodyErrors.BatchTooLarge.selector, uint256(201), uint256(200)));
        vm.prank(SETTLER);
        pool.settleBatch(new IRealmCustody.Settlement[](201));
    }

    function test_aSingleTransferIsRefusedForTheSameReasons() public {
        _refuse(_item(1, ARMED, PLAIN, 10), abi.encodeWithSelector(ICustodyErrors.CosignRequired.selector, ARMED, cosigner));
        _refuse(_item(1, LOCKED, PLAIN, 10), abi.encodeWithSelector(ICustodyErrors.TimeLocked.selector, LOCKED, LOCK));
        _refuse(_item(1, PLAIN, "nobody", 10), abi.encodeWithSelector(ICustodyErrors.UnknownBoundary.selector, bytes32("nobody")));
        _refuse(_item(1, PLAIN, PLAIN, 10), abi.encodeWithSelector(ICustodyErrors.SameBoundary.selector, PLAIN));
        _refuse(
            _item(1, PLAIN, HELD, 1001),
            abi.encodeWithSelector(ICustodyErrors.InsufficientBalance.selector, PLAIN, uint128(1000), uint128(1001))
        );
        vm.prank(holder);
        pool.lock(HELD);
        _refuse(
            _item(1, PLAIN, HELD, 10),
            abi.encodeWithSelector(
                ICustodyErrors.BoundaryFrozen.selector, HELD, IRealmCustody.BoundaryStatus.SoftFrozen
            )
        );
        _is(1, IRealmCustody.Outcome.None);
    }

    function testFuzz_aCosignedTransferMovesWhatWasSigned(uint128 amount) public {
        amount = 1 + amount % 1000;
        IRealmCustody.Settlement memory item = _item(1, ARMED, PLAIN, amount);
        bytes memory signature = _sign(COSIGNER_KEY, _transferHash(item, block.timestamp));
        vm.prank(SETTLER);
        pool.crossTransferCosigned(item, block.timestamp, signature);
        _same(_balance(ARMED), 1000 - amount, "source");
    }

    /// The signature names no number, so a second number must not make it good again.
    function test_aSignatureIsUsedOnceWhateverTheNumber() public {
        IRealmCustody.Settlement memory item = _item(1, ARMED, PLAIN, 10);
        bytes memory signature = _sign(COSIGNER_KEY, _transferHash(item, block.timestamp));
        vm.prank(SETTLER);
        pool.crossTransferCosigned(item, block.timestamp, signature);
        item.opSeq = 2;
        _refused(
            abi.encodeWithSelector(
                ICustodyErrors.OperationKnown.selector, item.opId, IRealmCustody.Outcome.Executed
            )
        );
        vm.prank(SETTLER);
        pool.crossTransferCosigned(item, block.timestamp, signature);
    }

    function testFuzz_aSignatureIsGoodForNothingElse(uint128 amount) public {
        vm.assume(amount != 10);
        IRealmCustody.Settlement memory item = _item(1, ARMED, PLAIN, 10);
        bytes memory signature = _sign(COSIGNER_KEY, _transferHash(item, block.timestamp));
        item.amount = amount;
        bytes memory invalid = abi.encodeWithSelector(ICustodyErrors.InvalidCosignature.selector, ARMED, cosigner);
        _refused(invalid);
        vm.prank(SETTLER);
        pool.crossTransferCosigned(item, block.timestamp, signature);
        item.amount = 10;
        item.toId = HELD;
        _refused(invalid);
        vm.prank(SETTLER);
        pool.crossTransferCosigned(item, block.timestamp, signature);
    }

    function testFuzz_eachItemHasOneEventAndEventsAreNumberedWithoutAGap(uint8 items) public {
        items %= 8;
        uint64 seq = pool.lastSeq();
        vm.recordLogs();
        for (uint64 i = 0; i < items; ++i) _settle(_item(i / 2, PLAIN, HELD, 1));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        _same(logs.length, items, "events");
        for (uint256 i = 0; i < items; ++i) {
            _same(uint256(bytes32(logs[i].data)), seq + i + 1, "seq");
        }
        _same(pool.lastSeq(), seq + items, "newest");
    }

    function _refuse(IRealmCustody.Settlement memory item, bytes memory reason) private {
        _refused(reason);
        vm.prank(SETTLER);
        pool.crossTransfer(item);
    }

    function _settle(IRealmCustody.Settlement memory item) private {
        IRealmCustody.Settlement[] memory items = new IRealmCustody.Settlement[](1);
        items[0] = item;
        vm.prank(SETTLER);
        pool.settleBatch(items);
    }

    function _item(uint64 opSeq, bytes32 fromId, bytes32 toId, uint128 amount)
        private
        pure
        returns (IRealmCustody.Settlement memory)
    {
        return IRealmCustody.Settlement(opSeq, keccak256(abi.encode(opSeq)), fromId, toId, amount);
    }

    function _number(uint64 opSeq) private pure returns (IRealmCustody.SettlementId[] memory ids) {
        ids = new IRealmCustody.SettlementId[](1);
        ids[0] = IRealmCustody.SettlementId(opSeq, keccak256(abi.encode(opSeq)));
    }

    function _is(uint64 opSeq, IRealmCustody.Outcome outcome) private view {
        require(pool.settlementOutcome(opSeq) == outcome, "outcome");
    }
}
