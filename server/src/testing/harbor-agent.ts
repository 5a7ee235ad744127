/** A boat rental with content in every section, whose parts refer to each other in every possible way. */
export const harborAgent = {
  exportVersion: 1,
  agent: { name: 'Harbour', description: 'Boats for a day' },
  identity: {
    smallLogoUrl: 'https://example.com/logo.png',
    brandColor: '#1A2B3C',
    contactEmail: 'hello@example.com',
    contactAvailability: 'Mo–Fr 9–17 🕘',
    identityPreamble: 'You speak for the harbour.',
  },
  personality: { description: 'Short', text: 'Speak briefly.' },
  objectives: [{ id: 'fill-boats', name: 'Fill the boats', body: 'Offer the next free day.', priority: 2 }],
  goals: {
    goals: [
      { id: 'booked', name: 'A day is booked', definition: { kind: 'event', event: 'appointment.booked' } },
      { id: 'happy', name: 'Happy', definition: { kind: 'judged', criterion: 'The person is content.' } },
      { id: 'replied', name: 'Replied', definition: { kind: 'event', event: 'person.replied' } },
    ],
    defaultGoal: {
      goalId: 'booked',
      unless: { field: 'person.customFields.plan', op: 'eq', value: 'plus' },
      // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
      then: 'happy',
    },
  },
  playbooks: [
    { id: 'general', name: 'General', body: 'Help.', uses: ['people', 'notify'], isDefault: true },
    {
      id: 'desk',
      name: 'Desk',
      whenToUse: 'Someone wants a boat.',
      body: 'Show [[collection: sail]] and [[template: welcome]].',
      examples: [[{ role: 'user', content: 'A boat?' }]],
      messageTemplateRefs: ['welcome'],
      toolRefs: ['@svc/tool.slack-webhook'],
      uses: ['scheduling', 'people', 'integration:orders'],
      goal: { goalId: 'booked' },
      flow: {
        id: 'main',
        slots: [{ name: 'plan', type: 'string', bind: 'person.customFields.plan', prompt: 'Which plan?' }],
        steps: [
          { collect: 'plan' },
          { say: 'template:welcome' },
          { action: 'integration:orders.call' },
          { call: 'pricing' },
          { handoff: 'playbook:pricing' },
        ],
      },
    },
    {
      id: 'pricing',
      name: 'Pricing',
      whenToUse: 'Someone asks for a price.',
      body: 'Say what it costs.',
      uses: [],
      flow: { id: 'main', slots: [], steps: [{ say: 'Ten a day.' }, { end: { outcome: 'told' } }] },
    },
    { id: 'spring', name: 'Spring', body: 'Invite.', uses: ['people'], outreachId: 'spring' },
  ],
  standingInstructions: ['Be brief.'],
  guardrails: { topicsToAvoid: ['Politics'], requiredDisclaimers: ['Weather permitting.'] },
  rules: [{ id: 'no-price', text: 'Never promise.', check: { kind: 'pattern', patterns: ['/promis(e|ed)/i'] } }],
  messageTemplates: [
    { id: 'welcome', name: 'Welcome', body: 'Hello {person.customFields.plan|there}. [[things: boat]]' },
    { id: 'reminder', name: 'Reminder', body: 'Still there?' },
  ],
  toolBindings: [{ toolId: '@svc/tool.sendgrid-mail', config: { fromEmail: 'hello@example.com' }, enabled: true }],
  capabilities: {
    knowledge: {
      things: [
        { id: 'boat', name: 'Boat', collections: ['sail'], metadata: { length: '7 m' } },
        { id: 'raft', name: 'Raft', location: { latitude: 54.1, longitude: 12.1 } },
      ],
      collections: [{ id: 'sail', name: 'Sailing boats' }],
      facts: [
        {
          id: 'hours',
          question: 'When are you open?',
          answer: 'From nine. See [[template: welcome]].',
          scope: { playbookIds: ['pricing'] },
        },
      ],
    },
    people: { fields: [{ key: 'plan', type: 'enum', options: ['basic', 'plus'] }] },
    scheduling: {
      timezone: 'Europe/Berlin',
      availableHours: [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }],
      reminders: { leadMinutes: 60, playbookId: 'pricing' },
      representatives: [{ id: 'anna', name: 'Anna' }],
    },
    notifications: { operator: { provider: 'email', toAddress: 'team@example.com' } },
  },
  integrations: {
    custom: [{ id: 'orders', description: 'Looks up an order', endpoint: { url: 'https://example.com/orders' } }],
  },
  outreach: {
    outreaches: [
      {
        id: 'spring',
        name: 'Spring',
        class: 'service',
        enabled: true,
        openerTemplateId: 'welcome',
        goal: { goalId: 'replied' },
        followUp: { templateId: 'reminder', delayMinutes: 60 },
        playbookId: 'spring',
      },
    ],
    automated: [{ id: 'new-people', name: 'New people', outreachId: 'spring', trigger: { event: 'person.created' } }],
    settings: { minTouchIntervalHours: 24, safeHours: { startHour: 9, endHour: 20, timeZone: 'Europe/Berlin' } },
  },
} as const
