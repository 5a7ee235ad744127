import type { BindingStatus } from './channels.ts'

type Row = { [From in BindingStatus]?: BindingStatus }

/** Document 4, section 5, Channel binding moves; an absent cell cannot be. Where nothing changes, nothing has moved. */
const bindingTransitions = {
  // By the operator.
  supply: { ActionRequired: 'Requested', Failed: 'Requested' },
  rotate: { Requested: 'Requested', Active: 'Active', Failed: 'Requested', Disabled: 'Disabled' },
  disable: { Active: 'Disabled', Disabled: 'Disabled' },
  enable: { Disabled: 'Active', Active: 'Active' },
  // By what the carrier, or the provider, says.
  lack: { Requested: 'ActionRequired' },
  provision: { Requested: 'Provisioning' },
  approve: { Requested: 'Active', Provisioning: 'Active', Active: 'Active' },
  refuse: { Requested: 'Failed', Provisioning: 'Failed', Active: 'Failed' },
} satisfies Record<string, Row>

export type BindingCommand = keyof typeof bindingTransitions

export function nextBindingStatus(verb: BindingCommand, from: BindingStatus): BindingStatus | undefined {
  const row: Row = bindingTransitions[verb]
  return row[from]
}
