/**
 * The steps before which a module asks others whether they refuse. The module that asks adds its
 * steps here.
 */
export interface GuardedSteps {}

export type GuardedStep = keyof GuardedSteps

/**
 * The catalogue codes with which each step may be refused. The API reference shows them on routes
 * that take the step, because the modules of those routes know nobody who refuses it.
 */
export type GuardRefusals = Readonly<Partial<Record<GuardedStep, readonly string[]>>>
