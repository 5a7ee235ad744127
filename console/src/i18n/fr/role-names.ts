import type { roleNames as english } from '@parley/definition/vocabulary'
import type { Translation } from '../translation.ts'

export const roleNames: Translation<typeof english> = {
  frontDesk: 'réceptionniste',
  viewer: 'lecteur',
  editor: 'éditeur',
  admin: 'administrateur',
  owner: 'propriétaire',
}
