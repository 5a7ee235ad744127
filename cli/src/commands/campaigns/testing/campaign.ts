import type { Campaign } from '../campaign.ts'

const nobody = {
  ...{ total: 0, sendable: 0, queued: 0, sent: 0, delivered: 0 },
  ...{ read: 0, failed: 0, excluded: 0, cancelled: 0 },
}

/** A draft by default. */
export const createTestCampaign = (
  change: Partial<Campaign> = {},
  counts: Partial<Campaign['counts']> = {},
): Campaign => ({
  ...{
    id: 'cmp_1',
    name: 'Spring',
    outreachId: 'spring-visit',
    audience: { filter: {} },
    status: 'draft',
    test: false,
  },
  ...{ createdAt: '2030-01-31T09:00:00.000Z', updatedAt: '2030-01-31T09:00:00.000Z' },
  ...change,
  counts: { ...nobody, ...counts },
})
