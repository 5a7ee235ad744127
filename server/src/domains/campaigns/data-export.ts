import { z } from 'zod'
import type { PersonListener } from '../people/index.ts'
import { exportCampaigns } from './queries/data-export.ts'

const ExportedCampaign = z.strictObject({
  campaignId: z.string(),
  name: z.string(),
  excluded: z.string().optional().meta({ description: 'Why nothing was sent to them by it.' }),
})

/** The campaigns that included the person; their messages are exported with the sends. */
export const campaignsDataExport: PersonListener['dataExport'] = {
  campaigns: { entry: ExportedCampaign, read: exportCampaigns },
}
