/** As they stand in a sentence, by the English names that the console passes. */
const roleNames: Record<string, string> = {
  'front desk': 'réceptionniste',
  viewer: 'lecteur',
  editor: 'éditeur',
  admin: 'administrateur',
  owner: 'propriétaire',
}

export const nameRole = (role: string): string => roleNames[role] ?? role
