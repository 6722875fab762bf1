import { Choice, SavedList } from '../questions/saved-list.tsx'
import { starterRules } from './starter-rules.ts'
import type { RuleDraft } from './use-rule-draft.ts'

export const OpenRule = ({ onOpen }: { onOpen: RuleDraft['open'] }) => (
  <div className="mb-5 grid gap-x-10 gap-y-6 md:grid-cols-2">
    <section aria-labelledby="starter-rules">
      <h2 id="starter-rules" className="type-small text-stone">
        Starter rules
      </h2>
      <ul>
        {starterRules.map((rule) => (
          <Choice key={rule.title} about={rule.about} onChoose={() => onOpen({ from: 1, ...rule })}>
            {rule.title}
          </Choice>
        ))}
      </ul>
    </section>
    <section aria-labelledby="saved-rules">
      <h2 id="saved-rules" className="type-small text-stone">
        Saved
      </h2>
      <SavedList kind="rule" onChoose={(saved) => saved.rule && onOpen(saved.rule, saved)} />
    </section>
  </div>
)
