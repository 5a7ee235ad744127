import { z } from 'zod'
import { idOf, textOf } from './read.ts'

/** What stands in the bodies of providers, as `read.ts` reads it. */

export const Id = z.string().refine((value) => idOf(value) !== undefined)
export const Text = z.string().transform((value) => textOf(value) ?? '')
