import { z } from 'zod'
import type { PersonListener } from '../people/index.ts'
import { audiencesToCopy } from './queries/copy.ts'

const Copied = z.strictObject({
  campaignId: z.string(),
  name: z.string(),
  excluded: z.string().optional().meta({ description: 'Why nothing was sent to them by it.' }),
})

/** The campaigns that they were counted to; what was sent stands among the sends. */
export const copied: PersonListener['copied'] = { campaigns: { entry: Copied, read: audiencesToCopy } }
