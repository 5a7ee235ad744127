/** Public interface of the domain; other domains import only from here. */
export { type Campaigns, createCampaigns, findOutreachReferrers } from './campaigns.ts'
export type { CampaignDeps, CampaignPersonas } from './deps.ts'
export { readCampaignTerms } from './dispatch/queries.ts'
export { listStuckCampaigns, type StuckCampaign } from './queries/health-issues.ts'
