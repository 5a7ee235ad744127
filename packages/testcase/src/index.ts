export { Directive } from './directive.ts'
export { type Preset, presetShape } from './preset.ts'
export { resolveDirective } from './resolve.ts'
