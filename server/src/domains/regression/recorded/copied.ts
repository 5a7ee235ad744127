import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { PersonListener } from '../../people/index.ts'
import { casesToCopy } from './queries/copy.ts'

const Copied = z.strictObject({ id: z.string(), suiteId: z.string(), createdAt: timestamp, document: z.unknown() })

/** Tests that were made of their conversations, in which somebody made up stands in for them. */
export const copied: PersonListener['copied'] = { testCases: { entry: Copied, read: casesToCopy } }
