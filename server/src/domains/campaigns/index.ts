/** The only door of the domain. */
export { campaignsOf, outreachUsers } from './campaigns.ts'
export type { CampaignDeps, Personas } from './deps.ts'
export { readTerms } from './pumps/queries.ts'
export { type StuckCampaign, stuckCampaigns } from './queries/trouble.ts'
