// @ts-check
import { onOwnServices } from './own_services.js'

/** @param {string[]} args handed on to the fuzzer */
export const fuzz = (args) => onOwnServices('fuzz', args)
