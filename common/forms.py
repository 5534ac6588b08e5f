"""How forms become HTML: every ``{{ form }}`` and field goes through the components."""

from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    """Forms and fields by templates/components; the controls themselves stay Django's."""

    form_template_name = "components/form.html"
    field_template_name = "components/field.html"
