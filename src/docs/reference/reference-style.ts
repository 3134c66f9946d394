/** The look of the reference, besides that of every page. */
export const REFERENCE_STYLE = `
.page.reference { max-width: 92rem; }
.page.reference main { max-width: none; }
.reference .operation { border-top: 1px solid var(--line); margin-top: 2.5rem; }
.reference .operation h2 { margin-top: 2rem; }
.reference .group { margin: 1.6rem 0 -1rem; color: var(--soft); font-size: 0.94rem; }
.reference h3.answer::before { content: 'Answer '; }
.reference .route { font-size: 1.05rem; }
.reference .method {
  padding: 0.12em 0.5em;
  border: 1px solid currentColor;
  border-radius: 4px;
  color: var(--moving);
  font: 650 0.78rem var(--code);
}
.reference .method:not(.get) { color: var(--ok); }
.reference .language { margin: 0.8rem 0 -0.4rem; color: var(--soft); font-size: 0.86rem; }
.reference .calls pre { font-size: 0.94em; }
.reference .copy pre { padding-top: 2.6rem; }
.reference summary { padding: 0.3rem 0; }

.reference .contents ol ol { columns: auto; position: static; margin: 0.2rem 0 0.6rem; padding: 0; background: none; }
.reference .contents ol ol a { font-family: var(--code); font-size: 0.92em; }
.reference .contents strong { font-size: 0.86rem; }
.reference search { display: grid; gap: 0.3rem; margin-top: 1.25rem; }
.reference search[hidden] { display: none; }
.reference search p { min-height: 1.6em; margin: 0; color: var(--soft); font-size: 0.86rem; }
.reference .elsewhere { margin: 0; padding: 0 0 0.6rem; list-style: none; border-bottom: 1px solid var(--line); }
.reference label { font-size: 0.86rem; font-weight: 600; }
.reference input {
  width: 100%;
  padding: 0.5rem 0.7rem;
  font: inherit;
  color: var(--text);
  background: var(--ground);
  border: 1px solid var(--soft);
  border-radius: 6px;
}

.reference .credentials { display: grid; gap: 0.4rem; max-width: 30rem; margin: 1.2rem 0; padding: 1rem 1.1rem; background: var(--panel); border-radius: 8px; }
.reference .credentials[hidden] { display: none; }
.reference .credentials p { margin: 0 0 0.4rem; font-size: 0.94rem; }
.reference .credentials [role='status'] { min-height: 1.6em; margin: 0; }
.reference .actions { display: flex; gap: 0.6rem; margin-top: 0.4rem; }
.reference .actions button, .reference [role='tab'] {
  padding: 0.45rem 0.9rem;
  font: inherit;
  font-size: 0.94rem;
  color: var(--text);
  background: var(--ground);
  border: 1px solid var(--soft);
  border-radius: 6px;
  cursor: pointer;
}
.reference .actions button[type='submit'] { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
.reference .tab-list { display: flex; flex-wrap: wrap; gap: 0.2rem; border-bottom: 1px solid var(--line); }
.reference [role='tab'] { border: 0; border-radius: 6px 6px 0 0; color: var(--soft); background: none; }
.reference [role='tab'][aria-selected='true'] { color: var(--text); box-shadow: inset 0 -2px 0 var(--accent); }

@media (max-width: 59.99rem) {
  .reference .contents > ol { columns: 1; }
  .reference .contents > ol ol { columns: 2; }
  .reference .contents li { padding: 0; }
  .reference .actions button, .reference [role='tab'], .reference summary, .reference .contents li a { min-height: 44px; }
  .reference .contents li a, .reference summary { display: flex; align-items: center; }
}
@media (min-width: 60rem) {
  .reference .contents { position: sticky; top: 3.6rem; max-height: calc(100vh - 3.6rem); overflow-y: auto; padding-bottom: 2rem; }
  .reference .contents > ol { position: static; margin-top: 0.4rem; }
}
@media (min-width: 76rem) {
  .reference .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); gap: 0 3rem; }
  .reference .operation[hidden] { display: none; }
  .reference .calls { position: sticky; top: 4.5rem; align-self: start; max-height: calc(100vh - 5.5rem); margin-top: 2rem; overflow-y: auto; }
}
@media print {
  .reference search, .reference .credentials { display: none; }
  .reference [role='tabpanel'] { display: block; }
}
`;
