// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {ContractCosigner} from "./support/Tokens.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

/// A boundary that its holder has locked, and whose recovery key is lost.
contract InheritanceTest is World {
    uint256 private constant HEIR_KEY = 0x8e18;
    uint256 private constant THIEF_KEY = 0x7818;
    uint40 private constant DELAY = 12 hours;
    address private _heir;

    function setUp() public {
        _build();
        _heir = vm.addr(HEIR_KEY);
        _mint(HELD, 1000);
        _mint(LOCKED, 1000);
        _mint(ARMED, 1000);
        _lock(HELD);
    }

    function _limits() internal pure override returns (IRealmCustody.Limits memory) {
        return IRealmCustody.Limits(DELAY, type(uint128).max);
    }

    // ---------------------------------------------------------------- the way

    function test_theSuccessorHoldsALockedBoundaryAfterTheDelay() public {
        uint40 ripeAt = _propose(HELD);
        _same(ripeAt, block.timestamp + pool.SHORTEST_INHERITANCE(), "ripe at");
        vm.warp(ripeAt - 1);
        _refused(abi.encodeWithSelector(ICustodyErrors.InheritanceNotRipe.selector, HELD, ripeAt));
        vm.prank(_heir);
        pool.completeInheritance(HELD);
        vm.warp(ripeAt);
        uint256 total = pool.contractTotal();
        vm.prank(STRANGER);
        pool.completeInheritance(HELD);
        require(pool.boundary(HELD).recoveryKey == _heir, "inherited");
        require(_status(HELD) == IRealmCustody.BoundaryStatus.SoftFrozen, "the lock stays");
        _same(pool.contractTotal(), total, "paid");
        _refused(abi.encodeWithSelector(ICustodyErrors.NotRecoveryKey.selector, HELD, holder));
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _refused(abi.encodeWithSelector(ICustodyErrors.NoInheritancePending.selector, HELD));
        pool.completeInheritance(HELD);
        vm.prank(_heir);
        pool.recoveryWithdraw(HELD, PAYEE);
        _same(token.balanceOf(PAYEE), 1000, "taken by the successor");
    }

    function testFuzz_aSuccessorWaitsLongerThanTheTimeLock(uint40 timeLock, uint40 chosen) public {
        vm.prank(holder);
        pool.setTimeLock(LOCKED, LOCK + 1 + timeLock % (364 days));
        uint40 shortest = pool.SHORTEST_INHERITANCE();
        chosen = shortest + chosen % (pool.LONGEST_INHERITANCE() - shortest);
        vm.prank(holder);
        pool.setInheritanceDelay(LOCKED, chosen);
        _lock(LOCKED);
        uint40 wait = _propose(LOCKED) - uint40(block.timestamp);
        _same(wait, chosen + pool.boundary(LOCKED).timeLock, "waits");
    }

    /// Late arrivals of a boundary that its holder has emptied.
    function test_aBoundaryThatIsFrozenForEverIsInheritedToo() public {
        vm.prank(holder);
        pool.recoveryWithdraw(HELD, PAYEE);
        _mint(HELD, 7);
        vm.warp(_propose(HELD));
        pool.completeInheritance(HELD);
        vm.prank(_heir);
        pool.recoveryWithdraw(HELD, _heir);
        _same(token.balanceOf(_heir), 7, "the late arrival");
        require(_status(HELD) == IRealmCustody.BoundaryStatus.HardFrozen, "frozen for ever");
    }

    function test_whatTheCosignerSignedBeforeIsWorthNothing() public {
        _lock(ARMED);
        uint256 deadline = block.timestamp + 365 days;
        bytes memory old = _sign(COSIGNER_KEY, _withdrawalHash("op", ARMED, STRANGER, 1000, deadline));
        vm.warp(_propose(ARMED));
        pool.completeInheritance(ARMED);
        vm.prank(_heir);
        pool.unlock(ARMED);
        _refused(abi.encodeWithSelector(ICustodyErrors.InvalidCosignature.selector, ARMED, cosigner));
        vm.prank(OPERATOR);
        pool.withdrawCosigned("op", ARMED, STRANGER, 1000, deadline, old);
        require(pool.boundary(ARMED).armed, "still armed");
    }

    /// Whom the key of before named would else take the boundary from the successor.
    function test_aHandOverThatWaitsEndsWithTheKeyThatNamedIt() public {
        vm.prank(holder);
        pool.proposeRecoveryKey(HELD, PAYEE);
        vm.warp(_propose(HELD));
        pool.completeInheritance(HELD);
        _refused(abi.encodeWithSelector(ICustodyErrors.NoRecoveryKeyPending.selector, HELD));
        vm.prank(PAYEE);
        pool.acceptRecoveryKey(HELD);
    }

    function test_anExitThatWaitedIsNotPaidAndTheSuccessorCancelsIt() public {
        vm.prank(OPERATOR);
        pool.requestExit("exit", LOCKED, STRANGER, 10);
        _lock(LOCKED);
        vm.warp(_propose(LOCKED));
        pool.completeInheritance(LOCKED);
        _refused(
            abi.encodeWithSelector(
                ICustodyErrors.BoundaryFrozen.selector, LOCKED, IRealmCustody.BoundaryStatus.SoftFrozen
            )
        );
        pool.executeExit("exit");
        vm.prank(_heir);
        pool.cancelExit("exit");
    }

    // ----------------------------------------------------------------- refusal

    function test_theHolderRefusesAlsoWhenItIsRipeAndDuringAHalt() public {
        vm.warp(_propose(HELD) + 1);
        vm.prank(GUARDIAN);
        pool.halt();
        vm.prank(holder);
        pool.refuseInheritance(HELD);
        vm.prank(ADMIN);
        pool.resume();
        _nothingWaits(HELD);
    }

    function test_whateverTheHolderDoesRefuses() public {
        bytes[5] memory calls = [
            abi.encodeCall(pool.proposeRecoveryKey, (HELD, PAYEE)),
            abi.encodeCall(pool.setTimeLock, (HELD, 1 days)),
            abi.encodeCall(pool.setInheritanceDelay, (HELD, 60 days)),
            abi.encodeCall(pool.unlock, (HELD)),
            abi.encodeCall(pool.recoveryWithdraw, (HELD, PAYEE))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            if (_status(HELD) == IRealmCustody.BoundaryStatus.Active) _lock(HELD);
            vm.warp(_propose(HELD));
            vm.prank(holder);
            (bool done,) = address(pool).call(calls[i]);
            require(done, "the holder was refused");
            _nothingWaits(HELD);
            require(pool.boundary(HELD).recoveryKey == holder, "the holder lost the boundary");
        }
    }

    function test_whoIsHandedTheKeyMeanwhileKeepsIt() public {
        vm.prank(holder);
        pool.proposeRecoveryKey(HELD, PAYEE);
        uint40 ripeAt = _propose(HELD);
        vm.prank(PAYEE);
        pool.acceptRecoveryKey(HELD);
        vm.warp(ripeAt);
        _nothingWaits(HELD);
        require(pool.boundary(HELD).recoveryKey == PAYEE, "handed over");
    }

    function test_adminAndGuardiansRefuseTooAndNobodyElse() public {
        address[2] memory refusers = [ADMIN, GUARDIAN];
        address[4] memory others = [OPERATOR, SETTLER, STRANGER, _heir];
        for (uint256 i = 0; i < refusers.length; ++i) {
            _propose(HELD);
            for (uint256 j = 0; j < others.length; ++j) {
                _refused(abi.encodeWithSelector(ICustodyErrors.NotAllowedToCancel.selector, HELD, others[j]));
                vm.prank(others[j]);
                pool.refuseInheritance(HELD);
            }
            vm.prank(refusers[i]);
            pool.refuseInheritance(HELD);
            _nothingWaits(HELD);
        }
        _refused(abi.encodeWithSelector(ICustodyErrors.NoInheritancePending.selector, HELD));
        vm.prank(holder);
        pool.refuseInheritance(HELD);
    }

    /// However often it is proposed: a holder who looks once in a delay keeps the boundary.
    function test_aThiefWithAGuardiansKeyTakesNothingOfAHolderWhoIsAwake() public {
        address thief = vm.addr(THIEF_KEY);
        for (uint256 i = 0; i < 5; ++i) {
            uint40 ripeAt = _proposeBy(HELD, thief, THIEF_KEY);
            _same(ripeAt, block.timestamp + pool.SHORTEST_INHERITANCE(), "a full delay");
            vm.warp(ripeAt - 1);
            _refused(abi.encodeWithSelector(ICustodyErrors.InheritanceNotRipe.selector, HELD, ripeAt));
            pool.completeInheritance(HELD);
            vm.prank(holder);
            pool.refuseInheritance(HELD);
        }
        bytes memory word = _word(LOCKED, thief, THIEF_KEY, 0);
        _refused(abi.encodeWithSelector(ICustodyErrors.BoundaryActive.selector, LOCKED));
        vm.prank(GUARDIAN);
        pool.proposeInheritance(LOCKED, thief, block.timestamp, word);
        _same(pool.contractTotal(), 3000, "taken");
        require(pool.boundary(HELD).recoveryKey == holder, "the holder's");
    }

    function test_aThiefWithAGuardiansKeyTakesWhatASleepingHolderHasLockedAfterTheDelay() public {
        address thief = vm.addr(THIEF_KEY);
        vm.warp(_proposeBy(HELD, thief, THIEF_KEY));
        vm.startPrank(thief);
        pool.completeInheritance(HELD);
        pool.recoveryWithdraw(HELD, thief);
        vm.stopPrank();
        _same(token.balanceOf(thief), 1000, "of the locked boundary");
        _same(pool.contractTotal(), 2000, "and nothing else");
    }

    /// Nobody else is left who refuses: the admin dismisses guardians, names one of their own and lifts halts.
    function test_aThiefWithTheAdminsKeyInheritsWhatASleepingHolderHasLockedAndNothingOfOneWhoIsAwake() public {
        _lock(ARMED);
        address thief = vm.addr(THIEF_KEY);
        vm.startPrank(ADMIN);
        pool.setGuardian(GUARDIAN, false);
        pool.setGuardian(thief, true);
        vm.stopPrank();
        bytes32[2] memory locked = [HELD, ARMED];
        for (uint256 i = 0; i < locked.length; ++i) {
            bytes memory word = _word(locked[i], thief, THIEF_KEY, 0);
            vm.prank(thief);
            pool.proposeInheritance(locked[i], thief, block.timestamp, word);
        }
        vm.prank(OPERATOR);
        pool.halt();
        vm.warp(block.timestamp + pool.SHORTEST_INHERITANCE());
        vm.prank(holder);
        pool.refuseInheritance(ARMED);
        vm.prank(ADMIN);
        pool.resume();
        vm.startPrank(thief);
        pool.completeInheritance(HELD);
        pool.recoveryWithdraw(HELD, thief);
        vm.stopPrank();
        _nothingWaits(ARMED);
        _same(token.balanceOf(thief), 1000, "of the sleeping holder");
        _same(pool.contractTotal(), 2000, "and nothing else");
    }

    // ----------------------------------------------------------------- proposal

    function test_onlyAGuardianNamesASuccessor() public {
        bytes memory word = _word(HELD, _heir, HEIR_KEY, 0);
        address[5] memory others = [ADMIN, OPERATOR, SETTLER, holder, _heir];
        for (uint256 i = 0; i < others.length; ++i) {
            _refused(abi.encodeWithSelector(ICustodyErrors.NotGuardian.selector, others[i]));
            vm.prank(others[i]);
            pool.proposeInheritance(HELD, _heir, block.timestamp, word);
        }
        _refused(abi.encodeWithSelector(ICustodyErrors.ZeroAddress.selector));
        vm.prank(GUARDIAN);
        pool.proposeInheritance(HELD, address(0), block.timestamp, word);
        _refused(abi.encodeWithSelector(ICustodyErrors.UnknownBoundary.selector, bytes32("nothing")));
        vm.prank(GUARDIAN);
        pool.proposeInheritance("nothing", _heir, block.timestamp, word);
    }

    function test_aSuccessorThatWaitsIsNotReplaced() public {
        uint40 ripeAt = _propose(HELD);
        bytes memory word = _word(HELD, PAYEE, THIEF_KEY, 1);
        _refused(abi.encodeWithSelector(ICustodyErrors.InheritancePending.selector, HELD, _heir));
        vm.prank(GUARDIAN);
        pool.proposeInheritance(HELD, PAYEE, block.timestamp, word);
        _same(pool.inheritanceOf(HELD).ripeAt, ripeAt, "ripe at");
    }

    /// Good for one boundary, one successor, one proposal, and until its deadline.
    function test_theWordOfASuccessorIsGoodForOneProposal() public {
        bytes memory word = _word(HELD, _heir, HEIR_KEY, 0);
        bytes[3] memory words = [
            _word(HELD, _heir, THIEF_KEY, 0), _word(LOCKED, _heir, HEIR_KEY, 0), _word(HELD, _heir, HEIR_KEY, 1)
        ];
        for (uint256 i = 0; i < words.length; ++i) _refusedWord(words[i]);
        vm.prank(GUARDIAN);
        pool.proposeInheritance(HELD, _heir, block.timestamp, word);
        vm.prank(holder);
        pool.refuseInheritance(HELD);
        _refusedWord(word);
        vm.warp(block.timestamp + 1);
        _refused(abi.encodeWithSelector(ICustodyErrors.CosignExpired.selector, block.timestamp - 1, block.timestamp));
        vm.prank(GUARDIAN);
        pool.proposeInheritance(HELD, _heir, block.timestamp - 1, word);
    }

    function test_aContractInheritsByItsSignature() public {
        address safe = address(new ContractCosigner(_heir));
        vm.warp(_proposeBy(HELD, safe, HEIR_KEY));
        pool.completeInheritance(HELD);
        require(pool.boundary(HELD).recoveryKey == safe, "inherited");
    }

    function test_nothingIsInheritedWhileThePoolIsHalted() public {
        vm.warp(_propose(HELD));
        vm.prank(OPERATOR);
        pool.halt();
        _refused(abi.encodeWithSelector(ICustodyErrors.RealmHalted.selector));
        pool.completeInheritance(HELD);
        vm.prank(ADMIN);
        pool.resume();
        pool.completeInheritance(HELD);
    }

    function test_theHolderAloneSaysHowLongASuccessorWaits() public {
        uint40 shortest = pool.SHORTEST_INHERITANCE();
        uint40 longest = pool.LONGEST_INHERITANCE();
        uint40[2] memory bad = [shortest - 1, longest + 1];
        for (uint256 i = 0; i < bad.length; ++i) {
            _refused(
                abi.encodeWithSelector(
                    ICustodyErrors.InheritanceDelayOutOfRange.selector, bad[i], shortest, longest
                )
            );
            vm.prank(holder);
            pool.setInheritanceDelay(HELD, bad[i]);
        }
        _refused(abi.encodeWithSelector(ICustodyErrors.NotRecoveryKey.selector, HELD, GUARDIAN));
        vm.prank(GUARDIAN);
        pool.setInheritanceDelay(HELD, shortest);
        vm.prank(holder);
        pool.setInheritanceDelay(HELD, longest);
        _same(_propose(HELD), block.timestamp + longest, "as good as never");
    }

    // ----------------------------------------------------------------- internal

    function _lock(bytes32 boundaryId) private {
        vm.prank(holder);
        pool.lock(boundaryId);
    }

    function _propose(bytes32 boundaryId) private returns (uint40 ripeAt) {
        return _proposeBy(boundaryId, _heir, HEIR_KEY);
    }

    function _proposeBy(bytes32 boundaryId, address successor, uint256 key) private returns (uint40 ripeAt) {
        bytes memory word = _word(boundaryId, successor, key, pool.inheritanceOf(boundaryId).proposals);
        vm.prank(GUARDIAN);
        pool.proposeInheritance(boundaryId, successor, block.timestamp, word);
        require(pool.inheritanceOf(boundaryId).successor == successor, "waits");
        return pool.inheritanceOf(boundaryId).ripeAt;
    }

    function _nothingWaits(bytes32 boundaryId) private {
        _same(pool.inheritanceOf(boundaryId).ripeAt, 0, "still waits");
        require(pool.inheritanceOf(boundaryId).successor == address(0), "a successor is left");
        _refused(abi.encodeWithSelector(ICustodyErrors.NoInheritancePending.selector, boundaryId));
        pool.completeInheritance(boundaryId);
    }

    function _refusedWord(bytes memory word) private {
        _refused(abi.encodeWithSelector(ICustodyErrors.InvalidConsent.selector, HELD, _heir));
        vm.prank(GUARDIAN);
        pool.proposeInheritance(HELD, _heir, block.timestamp, word);
    }

    function _word(bytes32 boundaryId, address successor, uint256 key, uint256 proposals)
        private
        view
        returns (bytes memory)
    {
        return _sign(key, _inheritanceHash(boundaryId, successor, proposals, block.timestamp));
    }
}
