/** The only door of the domain. */
export { createAgent, issueAccessToken } from './agents.ts'
export { agentFinder } from './queries.ts'
export { agentRoutes } from './routes.ts'
