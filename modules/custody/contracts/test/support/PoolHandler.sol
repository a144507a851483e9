// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IRealmCustody} from "../../interfaces/IRealmCustody.sol";
import {PoolModel} from "./PoolModel.sol";
import {vm} from "./Vm.sol";

/// @title What the invariant run does to a pool
/// @notice Each action is bounded to what is possible, must succeed, and is checked against the model right after.
/// `forbidden` tries what must never succeed.
contract PoolHandler is PoolModel {
    // ---------------------------------------------------------------- value in

    function mint(uint256 b, uint64 amount) external watched {
        if (halted) return;
        bytes32 id = _boundary(b);
        bytes32 opId = _executed();
        uint128 credited = 1 + uint128(amount);
        vm.prank(SETTLER);
        pool.mintDeposit(opId, id, credited);
        _in(id, credited);
    }

    function sweep(uint256 b, uint64 amount, uint8 ref) external watched {
        bytes32 id = _boundary(b);
        token.mint(pool.depositAddress(id, bytes32(uint256(ref))), 1 + uint256(amount));
        pool.sweepDeposit(id, bytes32(uint256(ref)));
        _in(id, 1 + uint128(amount));
    }

    function pull(uint256 b, uint64 amount) external watched {
        bytes32 id = _boundary(b);
        token.mint(address(this), 1 + uint256(amount));
        token.approve(address(pool), type(uint256).max);
        pool.deposit(id, 1 + uint128(amount), "ref");
        _in(id, 1 + uint128(amount));
    }

    function stray(uint256 b, uint32 amount, uint32 part) external watched {
        token.mint(address(pool), amount);
        strays += amount;
        if (strays == 0) return;
        uint128 credited = uint128(1 + part % strays);
        bytes32 opId = _executed();
        vm.prank(ADMIN);
        pool.creditUnattributed(opId, _boundary(b), credited);
        strays -= credited;
        _in(_boundary(b), credited);
    }

    // ------------------------------------------------------------- settlements

    function batch(uint32 a, uint32 b, uint128 amount, uint8 replay) external watched {
        if (halted) return;
        IRealmCustody.Settlement[] memory items = new IRealmCustody.Settlement[](4);
        for (uint256 i = 0; i < 3; ++i) {
            bytes32 from = _boundary(uint256(a) + i);
            uint128 most = balances[from];
            items[i] = _item(nextSeq++, from, _boundary(uint256(b) + i * 3), i == 2 ? most + 1 : amount % (most + 1));
        }
        uint128[3] memory room = [_left(items[0].fromId), _left(items[1].fromId), _left(items[2].fromId)];
        // A number that is known by then, with another content.
        items[3] = _item(replay % nextSeq, PLAIN, HOUSE, 1);
        vm.prank(SETTLER);
        pool.settleBatch(items);
        for (uint256 i = 0; i < 3; ++i) _expectSettlement(items[i], _allowed(items[i], room[i]));
    }

    function voidNumber() external watched {
        if (halted) return;
        IRealmCustody.SettlementId[] memory ids = new IRealmCustody.SettlementId[](2);
        ids[0] = IRealmCustody.SettlementId(nextSeq, "voided");
        ids[1] = IRealmCustody.SettlementId(nextSeq / 2, "known");
        vm.prank(SETTLER);
        pool.voidSettlements(ids);
        settlements[nextSeq++] = IRealmCustody.Outcome.Rejected;
    }

    function cosignedTransfer(uint256 b, uint128 amount) external watched {
        bytes32 to = _boundary(b);
        if (halted || to == ARMED || !_isActive(ARMED) || !_isActive(to) || balances[ARMED] == 0) return;
        uint128 most = _left(ARMED) < balances[ARMED] ? _left(ARMED) : balances[ARMED];
        if (most == 0) return;
        IRealmCustody.Settlement memory item = _item(nextSeq++, ARMED, to, 1 + amount % most);
        item.opId = _executed();
        bytes memory signature = _sign(COSIGNER_KEY, _transferHash(item, block.timestamp));
        vm.prank(SETTLER);
        pool.crossTransferCosigned(item, block.timestamp, signature);
        _expectSettlement(item, true);
    }

    // --------------------------------------------------------------- value out

    /// Paid where the caps leave room, else an exit that waits.
    function withdraw(uint256 b, uint128 amount) external watched {
        bytes32 id = _boundary(b);
        uint128 free = _free(id);
        if (halted || !_isActive(id) || id == LOCKED || free == 0) return;
        amount = 1 + amount % free;
        bytes32 opId = _id();
        bool fits = amount <= _left(bytes32(0)) && amount <= _left(id);
        if (id == ARMED) {
            bytes memory signature =
                _sign(COSIGNER_KEY, _withdrawalHash(opId, id, PAYEE, amount, block.timestamp));
            vm.prank(OPERATOR);
            pool.withdrawCosigned(opId, id, PAYEE, amount, block.timestamp, signature);
        } else {
            vm.prank(OPERATOR);
            pool.withdraw(opId, id, PAYEE, amount);
        }
        ids.push(opId);
        if (!fits) return _waits(opId, id, amount, DELAY);
        outcomes[opId] = IRealmCustody.Outcome.Executed;
        atOnce.push(Payment(amount, block.timestamp));
        _out(id, amount);
    }

    function requestExit(uint128 amount) external watched {
        uint128 free = _free(LOCKED);
        if (halted || !_isActive(LOCKED) || free == 0) return;
        amount = 1 + amount % free;
        bytes32 opId = _id();
        ids.push(opId);
        vm.prank(OPERATOR);
        pool.requestExit(opId, LOCKED, PAYEE, amount);
        _waits(opId, LOCKED, amount, LOCK);
    }

    function executeExit(uint256 n, uint32 wait) external watched {
        vm.warp(block.timestamp + wait % LOCK);
        _tick();
        if (halted || exits.length == 0) return;
        WaitingExit memory exit = exits[n % exits.length];
        if (!_isActive(exit.boundaryId) || block.timestamp < exit.ripeAt || balances[exit.boundaryId] < exit.amount) return;
        pool.executeExit(exit.opId);
        _endExit(n % exits.length, IRealmCustody.Outcome.Executed);
        _out(exit.boundaryId, exit.amount);
    }

    function cancelExit(uint256 n, uint8 who) external watched {
        if (exits.length == 0) return;
        WaitingExit memory exit = exits[n % exits.length];
        address[4] memory callers = [OPERATOR, GUARDIAN, ADMIN, _holderOf(exit.boundaryId)];
        vm.prank(callers[who % (_isKeyed(exit.boundaryId) ? 4 : 3)]);
        pool.cancelExit(exit.opId);
        _endExit(n % exits.length, IRealmCustody.Outcome.Rejected);
    }

    /// A raise waits; whether a guardian stops it or not, never more than CAP is the limit.
    function cap(uint256 b, uint128 limit, bool cancel) external watched {
        bytes32 id = b % 3 == 0 ? bytes32(0) : _boundary(b);
        limit %= CAP + 1;
        (uint128 current,,,) = pool.outflowOf(id);
        vm.prank(ADMIN);
        pool.setOutflowCap(id, limit);
        (uint128 after_,, uint128 raised,) = pool.outflowOf(id);
        _same(after_, limit <= current ? limit : current, "a raise did not wait");
        if (raised == 0 || !cancel) return;
        vm.prank(GUARDIAN);
        pool.cancelOutflowRaise(id);
        (after_,, raised,) = pool.outflowOf(id);
        _same(raised, 0, "a raise outlived its cancellation");
        _same(after_, current, "a cancelled raise left something");
    }

    // ------------------------------------------------------------------- vaults

    function fund(uint256 o, uint128 amount) external watched {
        (bytes32 object, bytes32 id) = _object(o);
        uint128 free = _free(id);
        if (halted || !_isActive(id) || free == 0) return;
        amount = 1 + amount % free;
        bytes32 opId = _executed();
        vm.prank(SETTLER);
        pool.fundVault(opId, object, amount);
        balances[id] -= amount;
        vaults[object] += amount;
    }

    function returnVault(uint256 o, uint128 amount) external watched {
        (bytes32 object, bytes32 id) = _object(o);
        if (halted || !_isActive(id) || vaults[object] == 0) return;
        amount = 1 + amount % vaults[object];
        bytes32 opId = _executed();
        vm.prank(SETTLER);
        pool.returnVault(opId, object, amount);
        balances[id] += amount;
        vaults[object] -= amount;
    }

    function settleVault(uint256 o, bool profit, uint128 amount) external watched {
        (bytes32 object, bytes32 id) = _object(o);
        if (halted || !_isActive(id) || !_isActive(HOUSE)) return;
        if (!profit && id != PLAIN) return;
        uint128 most = profit ? balances[HOUSE] : vaults[object];
        if (most == 0) return;
        int128 delta = int128(1 + amount % most);
        vm.prank(SETTLER);
        pool.settleVault(nextSeq, "result", object, HOUSE, profit ? delta : -delta);
        settlements[nextSeq++] = IRealmCustody.Outcome.Executed;
        balances[HOUSE] = profit ? balances[HOUSE] - uint128(delta) : balances[HOUSE] + uint128(delta);
        vaults[object] = profit ? vaults[object] + uint128(delta) : vaults[object] - uint128(delta);
    }

    // ----------------------------------------------------------------- recovery

    function lock(uint256 b, bool unlock) external watched {
        bytes32 id = _held(b);
        IRealmCustody.BoundaryStatus status = statuses[id];
        if (status == IRealmCustody.BoundaryStatus.HardFrozen) return;
        bool isLocked = status == IRealmCustody.BoundaryStatus.SoftFrozen;
        if (isLocked != unlock && isLocked) return;
        vm.prank(_holderOf(id));
        if (isLocked) pool.unlock(id);
        else pool.lock(id);
        inheritedAt[id] = 0;
        statuses[id] = isLocked ? IRealmCustody.BoundaryStatus.Active : IRealmCustody.BoundaryStatus.SoftFrozen;
    }

    /// Rare: it is for ever.
    function recover(uint256 b, uint8 chance) external watched {
        bytes32 id = _held(b);
        if (chance >= 16 && statuses[id] != IRealmCustody.BoundaryStatus.HardFrozen) return;
        uint128 newer = _newer(id);
        uint128 paid = balances[id] - newer;
        if (!halted && newer <= _left(bytes32(0)) && newer <= _left(id)) {
            paid = balances[id];
            if (newer != 0) atOnce.push(Payment(newer, block.timestamp));
        }
        (uint128 told,) = pool.recoverable(id);
        _same(told, balances[id] - newer, "told to be recoverable");
        uint256 before = token.balanceOf(PAYEE);
        vm.prank(_holderOf(id));
        pool.recoveryWithdraw(id, PAYEE);
        inheritedAt[id] = 0;
        _same(token.balanceOf(PAYEE) - before, paid, "recovered");
        statuses[id] = IRealmCustody.BoundaryStatus.HardFrozen;
        _out(id, paid);
    }

    /// Nothing but what is new, and from a frozen boundary too.
    function takeBack(uint256 b, uint128 amount) external watched {
        bytes32 id = _held(b);
        uint128 newer = _newer(id);
        if (!halted) return;
        IRealmCustody.Settlement memory item = _item(nextSeq, id, PLAIN, newer + 1);
        vm.prank(ADMIN);
        (bool done,) = address(pool).call(abi.encodeCall(pool.takeBack, (item)));
        require(!done, "the admin took what is not new");
        if (newer == 0) return;
        item.amount = 1 + amount % newer;
        nextSeq++;
        vm.prank(ADMIN);
        pool.takeBack(item);
        isTakenFrom[id] = true;
        _expectSettlement(item, true);
    }

    function recoverVault(uint256 o) external watched {
        (bytes32 object, bytes32 id) = _object(o);
        bool byAdmin = halted && o % 2 == 0;
        if (!byAdmin && (id == PLAIN || _isActive(id))) return;
        vm.prank(byAdmin ? ADMIN : _holderOf(id));
        pool.recoverVault(object);
        if (!byAdmin) inheritedAt[id] = 0;
        balances[id] += vaults[object];
        vaults[object] = 0;
    }

    /// Of a boundary that its holder has locked, once a whole delay is over in which the holder did nothing.
    function inherit(uint256 b, uint8 what, uint32 wait) external watched {
        bytes32 id = _held(b);
        uint256 ripeAt = inheritedAt[id];
        if (ripeAt == 0) {
            if (_isActive(id)) return;
            uint256 proposals = pool.inheritanceOf(id).proposals;
            uint256 key = 0x8e18 + b % 3;
            bytes32 hash = _inheritanceHash(id, vm.addr(key), proposals, block.timestamp);
            bytes memory word = _sign(key, hash);
            vm.prank(GUARDIAN);
            pool.proposeInheritance(id, vm.addr(key), block.timestamp, word);
            inheritedAt[id] = block.timestamp + 30 days + pool.boundary(id).timeLock;
        } else if (what % 4 == 0) {
            address[3] memory callers = [ADMIN, GUARDIAN, _holderOf(id)];
            vm.prank(callers[wait % 3]);
            pool.refuseInheritance(id);
            inheritedAt[id] = 0;
        } else {
            vm.warp(block.timestamp + wait % (40 days));
            _tick();
            address successor = pool.inheritanceOf(id).successor;
            (bool done,) = address(pool).call(abi.encodeCall(pool.completeInheritance, (id)));
            require(done == (!halted && block.timestamp >= ripeAt), "inherited too early, or not at all");
            if (!done) return;
            (heirs[id], inheritedAt[id]) = (successor, 0);
        }
    }

    function halt(uint8 chance) external watched {
        if (halted) {
            vm.prank(ADMIN);
            pool.resume();
        } else if (chance < 64) {
            vm.prank(GUARDIAN);
            pool.halt();
            haltedAt = block.timestamp;
        } else {
            return;
        }
        halted = !halted;
    }

    // ---------------------------------------------------------------- forbidden

    /// Whatever the state: none of these ever succeeds. All are tried, as one costs little beside what is checked after it.
    function forbidden(uint256 b) external watched {
        for (uint256 kind = 0; kind < 13; ++kind) _forbidden(kind, b);
    }

    function _forbidden(uint256 kind, uint256 b) private {
        bytes32 id = _held(b);
        bytes memory call;
        address caller = OPERATOR;
        if (kind == 0) call = abi.encodeCall(pool.withdraw, (_id(), b % 2 == 0 ? LOCKED : ARMED, PAYEE, 1));
        else if (kind == 1) call = abi.encodeCall(pool.recoveryWithdraw, (id, OPERATOR));
        else if (kind == 2) call = abi.encodeCall(pool.registerRecoveryKey, (id, OPERATOR));
        else if (kind == 3) call = abi.encodeCall(pool.setTimeLock, (LOCKED, 0));
        else if (kind == 4) call = abi.encodeCall(pool.setCosigner, (ARMED, address(0)));
        else if (kind == 5) (call, caller) = (abi.encodeCall(pool.crossTransfer, (_item(nextSeq, ARMED, PLAIN, 1))), SETTLER);
        else if (kind == 6) (call, caller) = (abi.encodeCall(pool.settleVault, (nextSeq, "op", LOCKED_OBJECT, HOUSE, -1)), SETTLER);
        else if (kind == 7) call = abi.encodeCall(pool.crossTransfer, (_item(nextSeq, PLAIN, HOUSE, 1)));
        else if (kind == 8) (call, caller) = (abi.encodeCall(pool.withdraw, (_id(), PLAIN, PAYEE, 1)), SETTLER);
        else if (kind == 9) (call, caller) = (abi.encodeCall(pool.registerRecoveryKey, (PLAIN, SETTLER)), SETTLER);
        else if (kind == 10) (call, caller) = (abi.encodeCall(pool.proposeInheritance, (id, OPERATOR, block.timestamp, "")), GUARDIAN);
        else if (kind == 11) (call, caller) = (abi.encodeCall(pool.refuseInheritance, (id)), STRANGER);
        else (call, caller) = (abi.encodeCall(pool.creditUnattributed, ("op", id, uint128(strays + 1))), ADMIN);
        vm.prank(caller);
        (bool done,) = address(pool).call(call);
        require(!done, "what must never succeed did");
    }

    // ----------------------------------------------------------------- internal

    function _item(uint64 opSeq, bytes32 from, bytes32 to, uint128 amount)
        private
        pure
        returns (IRealmCustody.Settlement memory)
    {
        return IRealmCustody.Settlement(opSeq, keccak256(abi.encode(opSeq)), from, to, amount);
    }

    /// The three have different sources: none takes of another's room.
    function _allowed(IRealmCustody.Settlement memory item, uint128 room) private view returns (bool) {
        return item.amount != 0 && item.fromId != item.toId && item.amount <= balances[item.fromId]
            && _isActive(item.fromId) && _isActive(item.toId) && item.fromId != LOCKED && item.fromId != ARMED && item.amount <= room;
    }

    function _expectSettlement(IRealmCustody.Settlement memory item, bool executes) private {
        settlements[item.opSeq] =
            executes ? IRealmCustody.Outcome.Executed : IRealmCustody.Outcome.Rejected;
        if (!executes) return;
        balances[item.fromId] -= item.amount;
        balances[item.toId] += item.amount;
    }

    function _waits(bytes32 opId, bytes32 id, uint128 amount, uint40 wait) private {
        outcomes[opId] = IRealmCustody.Outcome.Pending;
        exits.push(WaitingExit(opId, id, amount, block.timestamp + wait));
        reserved[id] += amount;
    }

    function _endExit(uint256 n, IRealmCustody.Outcome outcome) private {
        WaitingExit memory exit = exits[n];
        outcomes[exit.opId] = outcome;
        reserved[exit.boundaryId] -= exit.amount;
        exits[n] = exits[exits.length - 1];
        exits.pop();
    }

    /// What exits that wait leave of a balance.
    function _free(bytes32 id) private view returns (uint128) {
        return balances[id] > reserved[id] ? balances[id] - reserved[id] : 0;
    }

    function _left(bytes32 id) private view returns (uint128 left) {
        (, left,,) = pool.outflowOf(id);
    }
}
