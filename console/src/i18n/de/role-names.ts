import type { roleNames as english } from '@parley/definition/vocabulary'
import type { Translation } from '../translation.ts'

export const roleNames: Translation<typeof english> = {
  frontDesk: 'Empfang',
  viewer: 'Lesen',
  editor: 'Bearbeitung',
  admin: 'Admin',
  owner: 'Inhaber',
}
