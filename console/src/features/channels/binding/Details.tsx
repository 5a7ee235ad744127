import { Table } from '@mantine/core'
import { strings } from '#i18n/channels.ts'
import { useProviderNames } from '../ChannelsPage.tsx'
import type { ChannelBinding, ChannelSetupForm } from '../data.ts'
import { BindingSection } from './BindingSection.tsx'

const { binding: bindingFactsTexts } = strings

export function BindingFacts({ binding, form }: { binding: ChannelBinding; form: ChannelSetupForm | undefined }) {
  const providerName = useProviderNames()
  const labels = new Map(form?.managed?.fields.map(({ key, label }) => [key, label]))
  const rows: [label: string, value: string | undefined][] = [
    [bindingFactsTexts.mode, providerName(binding)],
    [bindingFactsTexts.bindingId, binding.id],
    [bindingFactsTexts.routingId, binding.routingId],
    ...Object.entries(binding.inputs ?? {}).map(([key, value]): [string, string] => [labels.get(key) ?? key, value]),
  ]
  return (
    <BindingSection title={bindingFactsTexts.details}>
      <Table aria-label={bindingFactsTexts.details} variant="vertical" layout="fixed">
        <Table.Tbody>
          {rows
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <Table.Tr key={label}>
                <Table.Th w={150} scope="row">
                  {label}
                </Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </BindingSection>
  )
}
