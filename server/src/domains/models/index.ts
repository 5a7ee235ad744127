/** Public interface of the domain; other domains import only from here. */

export { type CallCost, deleteOldCosts, listReachedBudgets, recordModelCall, roundCost, sumCosts } from './costs.ts'
export type { ModelCallChoice, ModelRouteDeps } from './deps.ts'
export { defaultModelId, embeddedModelId, type ModelPrice, type ModelTest } from './model.ts'
export { type ModelPlan, type ModelSource, readModelPlan } from './plan.ts'
export type { BudgetUse, CountedCall } from './queries/costs.ts'
export { reEncryptModelKeys } from './re-encrypt.ts'
export { modelRoutes } from './routes.ts'
