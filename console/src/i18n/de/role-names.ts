/** As they stand in a sentence, by the English names that the console passes. */
const roleNames: Record<string, string> = {
  'front desk': 'Empfang',
  viewer: 'Lesen',
  editor: 'Bearbeitung',
  admin: 'Admin',
  owner: 'Inhaber',
}

export const nameRole = (role: string): string => roleNames[role] ?? role
