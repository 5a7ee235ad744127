export { createEmbeddedModel } from './embedded-model.ts'
