// @ts-check
import { onOwnServices } from './own_services.js'

/** @param {string[]} args handed on to the benchmark */
export const bench = (args) => onOwnServices('bench', args)
