import { Fieldset, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { strings } from '#i18n/outreach.ts'
import type { Outreach } from '../shared/outreach-config.ts'
import { PersonaPicker } from '../shared/PersonaPicker.tsx'
import { PersonPicker } from '../shared/PersonPicker.tsx'
import type { SendRequestForm } from './send-request-form.ts'

const { send } = strings
const forms = (['person', 'address', 'persona'] as const).map((value) => ({ value, label: send.forms[value] }))

type Props = {
  ask: SendRequestForm
  onChange: (changed: Partial<SendRequestForm>) => void
  outreach: Outreach
  errors: Record<string, string>
}

/** Recipient, unless it is fixed, and inputs. */
export function SendFields({ fixed, ...props }: Props & { fixed: boolean }) {
  return (
    <>
      {!fixed && <RecipientFields {...props} />}
      {props.outreach.inputs.length > 0 && <Inputs {...props} />}
    </>
  )
}

function RecipientFields({ ask, onChange, errors }: Props) {
  return (
    <>
      <SegmentedControl
        aria-label={send.to}
        data={forms}
        value={ask.recipientKind}
        orientation="vertical"
        fullWidth
        onChange={(form) => onChange({ recipientKind: form as SendRequestForm['recipientKind'] })}
      />
      {ask.recipientKind === 'person' && (
        <PersonPicker
          value={ask.person?.id}
          onChange={(person) => onChange({ person })}
          error={errors['recipient.personId']}
        />
      )}
      {ask.recipientKind === 'persona' && (
        <PersonaPicker value={ask.personaId} onChange={(personaId) => onChange({ personaId })} />
      )}
      {ask.recipientKind === 'address' && <AddressFields {...{ ask, onChange, errors }} />}
    </>
  )
}

function AddressFields({ ask, onChange, errors }: Omit<Props, 'outreach'>) {
  return (
    <>
      <TextInput
        type="tel"
        label={send.number}
        description={send.numberHint}
        value={ask.number}
        error={errors['recipient.address'] ?? errors.number}
        onChange={(event) => onChange({ number: event.currentTarget.value })}
      />
      <TextInput
        label={send.firstName}
        description={send.firstNameHint}
        value={ask.firstName}
        error={errors['profile.firstName']}
        onChange={(event) => onChange({ firstName: event.currentTarget.value })}
      />
    </>
  )
}

function Inputs({ ask, onChange, outreach, errors }: Props) {
  return (
    <Fieldset legend={send.inputs}>
      <Stack gap="xs">
        <Text size="sm" className="quiet">
          {send.inputsHint}
        </Text>
        {outreach.inputs.map((key) => (
          <TextInput
            key={key}
            label={key}
            value={ask.inputs[key] ?? ''}
            placeholder={ask.recipientKind === 'person' ? ask.person?.customFields[key] : undefined}
            error={errors[`inputs.${key}`]}
            onChange={(event) => onChange({ inputs: { ...ask.inputs, [key]: event.currentTarget.value } })}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}
