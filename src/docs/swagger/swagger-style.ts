/** What the look of Swagger UI needs in this documentation: room on a phone, and contrast. */
export const SWAGGER_STYLE = `
/* Swagger UI on a phone is as wide as its tables; no operation has links; and some of its dark text stays dark. */
.swagger-ui .response-col_links { display: none; }
@media (max-width: 40rem) {
  .swagger-ui .responses-table { table-layout: fixed; }
  .swagger-ui .responses-table > * > tr > td:first-child { width: 3.2rem; }
  .swagger-ui .headers td, .swagger-ui .headers th { max-width: none; overflow-wrap: anywhere; }
}
.dark-mode .swagger-ui :is(.renderedMarkdown td, .headers td, .examples-select__section-label) { color: var(--text); }

.swagger-ui .opblock .opblock-summary-method { background: var(--soft); color: var(--ground); }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: var(--moving); }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: var(--ok); }
.swagger-ui .opblock:is(.opblock-put, .opblock-patch) .opblock-summary-method { background: var(--waiting); }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: var(--bad); }
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: #576173; }
.swagger-ui .download-contents.download-contents { background: #576173; }
.swagger-ui .info .title small pre { color: #fff; }
.swagger-ui .btn.authorize { color: var(--ok); border-color: currentColor; }
.swagger-ui .btn.authorize span { color: var(--ok); }
.swagger-ui .btn.authorize svg { fill: var(--ok); }
/* A button that fades in has too little contrast meanwhile. */
.swagger-ui .btn { transition: none; }
.swagger-ui .btn.execute { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
:root .swagger-ui .btn.cancel.cancel.cancel { color: var(--bad); border-color: currentColor; }
.swagger-ui table.headers .header-example { color: var(--soft); }
.swagger-ui :is(.parameter__in, .parameter__extension, .response-control-media-type__accept-message) { color: var(--soft); }
.swagger-ui .parameter__name.required span, .swagger-ui .parameter__name.required::after { color: var(--bad); }
.swagger-ui .response-control-media-type--accept-controller select { border-color: var(--ok); }
/* Colors of highlighted code are written into the elements. */
.swagger-ui .microlight span[style*='211, 99, 99'] { color: #ff9d9d !important; }
`;
