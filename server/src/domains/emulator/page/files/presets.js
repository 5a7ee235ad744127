export const channels = {
  rcs: 'RCS',
  sms: 'SMS',
  messengerA: 'Messenger A',
  vendorMessages: 'Vendor messages',
}

/** Presets that create a persona with one tap. */
export const presets = [
  {
    sign: '✦',
    says: 'The agent knows nothing about them.',
    name: 'New visitor',
    consent: { status: 'unknown' },
    fields: {},
  },
  {
    sign: '★',
    says: 'The agent knows their name, email, and phone.',
    name: 'Known customer',
    consent: { status: 'granted' },
    fields: {
      firstName: 'Alex',
      lastName: 'Example',
      email: 'alex@example.com',
      phone: '+12025550143',
      status: 'converted',
    },
  },
  {
    sign: '↩',
    says: 'Has written before and comes back.',
    name: 'Returning visitor',
    consent: { status: 'granted' },
    fields: { firstName: 'Sam', status: 'contacted' },
    historySeed: [
      { role: 'user', content: 'Hi, I am just looking around for now.' },
      { role: 'assistant', content: 'Of course. Write to me whenever you have a question.' },
    ],
  },
  {
    sign: '✕',
    says: 'Does not want messages.',
    name: 'Opted out',
    consent: { status: 'denied' },
    fields: { firstName: 'Kim' },
  },
]
