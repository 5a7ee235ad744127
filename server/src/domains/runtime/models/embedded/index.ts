export { embeddedModel } from './embedded-model.ts'
