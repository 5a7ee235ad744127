import { roleNames as english } from '@parley/definition/vocabulary'
import { translated } from '../translated.ts'

/** The names of roles within a sentence. */
export const roleNames = translated('role-names', english)
